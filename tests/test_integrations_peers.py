"""What trainers and harnesses do with rewards and scores: their own code, where it is installed.

No test needs a network: models and tokenizers are made here, tiny and with random weights.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import names_of
from fastgec import Gold, References, gleu, green, m2
from fastgec.bridges import trl, verl

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

pytestmark = pytest.mark.filterwarnings("ignore")  # those libraries' own


@pytest.fixture(scope="module", autouse=True)
def offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No library asks a network, or leaves anything in the user's folders."""
    folder = tmp_path_factory.mktemp("home")
    offline = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_EVALUATE_OFFLINE")
    wanted = dict.fromkeys((*offline, "HF_HUB_DISABLE_TELEMETRY"), "1")
    wanted |= dict.fromkeys(("HF_HOME", "WANDB_DIR"), str(folder))
    wanted |= {"CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture
def there(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder has the sample data."""
    for path in samples.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines(name: str) -> list[str]:
    return Path(name).read_text(encoding="utf-8").splitlines()


def tokenizer_of(texts: list[str]) -> Any:
    """A tokenizer of whole words."""
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    words = dict.fromkeys(word for text in texts for word in text.split())
    known = {word: number for number, word in enumerate(["<pad>", "<eos>", "<unk>", *words])}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(known, unk_token="<unk>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>"
    )


def test_trl_trains_with_a_reward(there: Path) -> None:
    pytest.importorskip("trl")
    transformers = pytest.importorskip("transformers")
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    sources = lines("source.txt")
    tokenizer = tokenizer_of(sources)
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer), n_positions=128, n_embd=8, n_layer=1, n_head=2
    )
    calls: list[tuple[Any, dict[str, Any]]] = []
    plain = trl.reward("m2", gold="gold.m2")
    mixed = trl.reward({"m2": 1, "green": 1}, gold="gold.m2", references=references())

    def watched(completions: Any, **columns: Any) -> list[float | None]:
        calls.append((completions, columns))
        return plain(completions=completions, **columns)

    ids = [s if s % 2 else None for s in range(8)]
    data = Dataset.from_list(
        [{"prompt": source, "id": s} for s, source in zip(ids, sources, strict=False)]
    )
    settings = GRPOConfig(
        output_dir=str(there / "out"),
        max_steps=2,
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=6,
        report_to=[],
        use_cpu=True,
        bf16=False,
        logging_steps=1,
    )
    trainer = GRPOTrainer(
        model=transformers.GPT2LMHeadModel(config),
        reward_funcs=[watched, mixed],
        args=settings,
        train_dataset=data,
        processing_class=tokenizer,
    )
    trainer.train()
    assert len(calls) == 2
    for completions, columns in calls:
        assert len(columns["id"]) == len(completions) == 4
        assert columns["id"][0] == columns["id"][1]  # samples of a source
        assert isinstance(completions[0], str)
    logged = {name for entry in trainer.state.log_history for name in entry}
    assert {"rewards/m2_green/mean", "rewards/watched/mean"} <= logged
    if any(s is not None for _, columns in calls for s in columns["id"]):
        assert {"m2_green/m2", "m2_green/green"} <= logged


def test_the_whole_script_trains_two_steps(there: Path) -> None:
    """examples/grpo.py ("grpo" of the page) as it stands, with a tiny model, on the CPU."""
    pytest.importorskip("trl", reason="TRL is not installed")
    transformers = pytest.importorskip("transformers")
    sources, *others = (lines(name) for name in ("source.txt", "ref0.txt", "ref1.txt"))
    rows = zip(sources, *others, strict=True)
    data = [{"source": a, "corrections": list(dict.fromkeys(texts))} for a, *texts in rows]
    (there / "data.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in data), "utf-8")
    tokenizer = tokenizer_of([*sources, "Correct the grammar of this sentence."])
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer), n_positions=256, n_embd=8, n_layer=1, n_head=2
    )
    transformers.GPT2LMHeadModel(config).save_pretrained("tiny")
    tokenizer.save_pretrained("tiny")
    words = ["data.jsonl", "--model", "tiny", "--steps", "2", "--samples", "2", "--cpu"]
    done = subprocess.run(
        [sys.executable, EXAMPLES / "grpo.py", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "rewards/green_gleu/mean" in done.stdout
    assert list((there / "corrector").glob("*.safetensors"))


def references() -> References:
    return References.of_columns(lines("source.txt"), [lines("ref0.txt"), lines("ref1.txt")])


@pytest.mark.parametrize("manager", ["naive", "batch"])
@pytest.mark.parametrize("place", ["own file", "package"])
def test_verl_loads_and_calls_a_reward(manager: str, place: str, there: Path) -> None:
    pytest.importorskip("verl")
    torch = pytest.importorskip("torch")
    from omegaconf import OmegaConf
    from verl import DataProto
    from verl.trainer.ppo.reward import get_custom_reward_fn
    from verl.workers.reward_manager import get_reward_manager_cls

    function: dict[str, Any] = {"path": str(there / "reward.py"), "name": "compute_score"}
    (there / "reward.py").write_text(
        "from fastgec.bridges import verl\n"
        'compute_score = verl.reward({"m2": 1, "m2:beta=2": 0.5}, gold="gold.m2")\n',
        encoding="utf-8",
    )
    if place == "package":
        kwargs = {"metric": {"m2": 1, "m2:beta=2": 0.5}, "gold": "gold.m2"}
        path = "pkg://fastgec.bridges.verl"
        function = {"path": path, "name": "compute_score", "reward_kwargs": kwargs}
    score = get_custom_reward_fn(OmegaConf.create({"reward": {"custom_reward_function": function}}))
    outputs = lines("bold.txt")
    tokenizer = tokenizer_of(outputs)
    encoded = tokenizer(outputs, padding=True, return_tensors="pt")
    n, width = encoded["input_ids"].shape
    data = DataProto.from_dict(
        tensors={
            "prompts": torch.ones((n, 2), dtype=torch.long),
            "responses": encoded["input_ids"],
            "attention_mask": torch.cat([torch.ones((n, 2)), encoded["attention_mask"]], 1).long(),
        },
        non_tensors={
            "reward_model": np.array([{"ground_truth": s} for s in range(n)], object),
            "data_source": np.array(["gec"] * n, object),
            "extra_info": np.array([{} for _ in range(n)], object),
        },
    )
    manager_class = get_reward_manager_cls(manager)
    found = manager_class(tokenizer, num_examine=0, compute_score=score)(data, return_dict=True)
    gold = Gold.read("gold.m2")
    half, two = (m2.sentence_scores(outputs, gold, beta=beta) for beta in (0.5, 2))
    assert width == found["reward_tensor"].shape[1]
    rewards = found["reward_tensor"].sum(1).numpy()
    assert rewards == pytest.approx(half + 0.5 * two, abs=1e-6)
    assert list(found["reward_extra_info"]["m2"]) == half.tolist()
    assert list(found["reward_extra_info"]["m2:beta=2"]) == two.tolist()


@pytest.mark.parametrize(
    ("words", "idle"), [("m2", ()), ("m2", ("IDLE",)), ("green:char", ()), ("gleu", ("IDLE",))]
)
def test_torchmetrics_of_processes_is_that_of_the_corpus(
    words: str, idle: tuple[str, ...], there: Path
) -> None:
    pytest.importorskip("torchmetrics")
    script = Path(__file__).with_name("torchmetrics_process.py")
    # 20 sentences of 3 processes: each has 7, and one sentence comes twice.
    processes = [
        subprocess.Popen([sys.executable, script, str(rank), "3", words, *idle])
        for rank in range(3)
    ]
    try:
        assert [process.wait(timeout=120) for process in processes] == [0] * 3
    finally:
        for process in processes:
            process.kill()
    outputs, texts = lines("bold.txt"), references()
    if words == "m2":
        expected: Any = m2.evaluate(outputs, "gold.m2")
    elif words == "gleu":
        expected = gleu.evaluate(outputs, texts)
    else:
        expected = green.evaluate(outputs, texts, unit="char", order=6)
    for rank in range(3):
        found = json.loads((there / f"found{rank}.json").read_text(encoding="utf-8"))
        assert found == expected.to_dict("dev/")


def test_torchmetrics_says_what_does_not_fit(there: Path) -> None:
    pytest.importorskip("torchmetrics")
    from fastgec.bridges.torchmetrics import GECMetric

    gold, outputs = Gold.read("gold.m2"), lines("careful.txt")
    names = names_of("training.md", "torchmetrics")
    names["add"](outputs[3:], list(range(3, len(outputs))))
    names["add"](outputs[:3], [0, 1, 2])
    assert names["metric"].compute()["dev/f"] == m2.evaluate(outputs, gold).f
    metric = GECMetric("m2")
    with pytest.raises(ValueError, match=r"^no sentence was counted"):
        metric.counts()
    with pytest.raises(ValueError, match=r"^2 ids, expected 1, one for each sentence"):
        metric.update(["a"], gold.take([0]), ids=[0, 1])
    with pytest.raises(ValueError, match=rf"^id {1 << 63}: expected a whole number from 0 to"):
        metric.update(["a"], gold.take([0]), ids=[1 << 63])
    metric.update(outputs[:2], gold.take([0, 1]))
    assert metric(outputs[:1], gold.take([0]))["f"] == m2.evaluate(outputs[:1], gold.take([0])).f
    metric.update(outputs[2:3], gold.take([2]), ids=[2])
    with pytest.raises(ValueError, match=r"^ids of some sentences only"):
        metric.counts()
    metric.reset()
    with pytest.raises(ValueError, match=r"^no sentence was counted"):
        metric.counts()
    for texts in (outputs[:2], outputs[:2], ["a", outputs[1]]):  # as a sampler does, then not
        metric.update(texts, gold.take([0, 1]), ids=[5, 7])
        if texts == outputs[:2]:
            assert metric.compute()["f"] == m2.evaluate(outputs[:2], gold.take([0, 1])).f
    with pytest.raises(ValueError, match=r"^id 5 found with two outputs that differ, expected one"):
        metric.compute()
    with pytest.raises(ValueError, match=r"^cleme: its weights depend on the batch"):
        GECMetric("cleme")
    with pytest.raises(TypeError, match=r"^gold is a Gold, expected References for gleu"):
        GECMetric("gleu").update(outputs, gold)


@pytest.mark.parametrize("n_first", [1, 3, 10])
def test_a_collection_of_torchmetrics_counts_for_each_what_differs(
    n_first: int, there: Path
) -> None:
    """A collection takes metrics for one whose states are equal after the first batch."""
    torchmetrics = pytest.importorskip("torchmetrics")
    from fastgec.bridges.torchmetrics import GECMetric

    gold, outputs = Gold.read("gold.m2"), lines("bold.txt")
    all_words = ("m2", "m2:beta=1", "m2:detection", "m2:recognition", "m2:release=3.2")
    metrics = torchmetrics.MetricCollection(
        {words.replace(".", ""): GECMetric(words, prefix=f"{words}/") for words in all_words}
    )
    n = len(outputs)
    for batch in (range(n_first), range(n_first, n)):
        metrics.update([outputs[s] for s in batch], gold.take(batch), ids=batch)
    found = metrics.compute()
    for words in all_words:
        alone = GECMetric(words, prefix=f"{words}/")
        alone.update(outputs, gold, ids=range(n))
        for name, value in alone.compute().items():
            assert found[name] == value
    assert found["m2:detection/f"] != found["m2/f"]
    assert len(metrics.compute_groups) == len(all_words) - 1  # a beta is no matter of counts


def test_torchmetrics_asks_for_all_annotators_of_a_gold(there: Path) -> None:
    pytest.importorskip("torchmetrics")
    from fastgec.bridges.torchmetrics import GECMetric

    blocks = [
        "S a b\nA 0 1|||R|||c|||||||||0\nA 0 1|||R|||d|||||||||1\n",
        "S e\nA 0 1|||R|||f|||||||||0\n",
    ]
    gold = Gold.parse("\n".join(blocks))
    metric = GECMetric("m2:implicit-noop")
    for number, text in enumerate(("g b", "e")):
        metric.update([text], gold.take([number]), ids=[number])
    expected = m2.evaluate(["g b", "e"], gold, implicit_noop=True)
    assert metric.compute()["f"] == expected.f
    metric.reset()
    for number, text in enumerate(("g b", "e")):
        metric.update([text], Gold.parse(blocks[number]), ids=[number])
    with pytest.raises(ValueError, match=r"^implicit-noop: annotators 0 of .* and 0, 1 in all"):
        metric.compute()


def test_evaluate_loads_the_example_by_its_path(there: Path) -> None:
    pytest.importorskip("evaluate")
    shutil.copy(EXAMPLES / "evaluate_metric.py", there)
    names = names_of("training.md", "evaluate")
    outputs, texts = lines("bold.txt"), references()
    both = [list(pair) for pair in zip(*texts.columns, strict=True)]
    found = names["green"].compute(predictions=outputs, sources=texts.source, references=both)
    assert found == green.evaluate(outputs, texts, beta=2).to_dict()
    blocks = Path("gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    lists = [[block] for block in blocks]
    found = names["m2"].compute(predictions=outputs, sources=texts.source, references=lists)
    assert found == m2.evaluate(outputs, "gold.m2").to_dict()
    with pytest.raises(ValueError, match="sources are not those of the M2 blocks"):
        names["m2"].compute(predictions=outputs, sources=outputs, references=lists)


def test_a_seq2seq_trainer_logs_scores(there: Path) -> None:
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    pytest.importorskip("datasets")
    from datasets import Dataset

    sources = lines("source.txt")
    tokenizer = tokenizer_of(sources)
    config = transformers.T5Config(
        vocab_size=len(tokenizer), d_model=8, d_kv=4, d_ff=8, num_layers=1, num_heads=2
    )
    config.decoder_start_token_id = 0
    model = transformers.T5ForConditionalGeneration(config)
    rows = [{"input_ids": ids, "labels": ids} for ids in tokenizer(sources)["input_ids"]]
    gold = Gold.read("gold.m2")
    kept: list[Any] = []
    compute = names_of("training.md", "trainer")["metrics_of"](tokenizer, gold)

    def watched(evaluated: Any) -> dict[str, float]:
        kept.append(evaluated.predictions)
        return dict(compute(evaluated))

    trainer = transformers.Seq2SeqTrainer(
        model=model,
        args=transformers.Seq2SeqTrainingArguments(
            output_dir=str(there / "out"),
            predict_with_generate=True,
            generation_max_length=8,
            per_device_eval_batch_size=3,
            report_to=[],
            use_cpu=True,
        ),
        eval_dataset=Dataset.from_list(rows),
        data_collator=transformers.DataCollatorForSeq2Seq(tokenizer, model),
        processing_class=tokenizer,
        compute_metrics=watched,
    )
    found = trainer.evaluate()
    ids = np.where(kept[0] < 0, tokenizer.pad_token_id, kept[0])
    texts = tokenizer.batch_decode(ids, skip_special_tokens=True)
    expected = m2.evaluate(texts, gold).to_dict("eval_m2/")
    assert {name: found[name] for name in expected} == expected


def test_wandb_keeps_what_is_logged(there: Path) -> None:
    wandb = pytest.importorskip("wandb")
    names = names_of("training.md", "wandb")
    outputs = lines("careful.txt")
    with wandb.init(mode="offline", dir=str(there), project="gec") as run:
        names["log"](run, outputs, step=3)
        run.log({}, step=4)  # a step is kept once the next begins
        kept = dict(run.summary)
    expected = m2.evaluate(outputs, "gold.m2").to_dict("dev/m2/")
    assert {name: kept[name] for name in expected} == expected


def test_the_task_of_the_harness_scores_a_model(there: Path) -> None:
    pytest.importorskip("lm_eval")
    pytest.importorskip("datasets")
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    shutil.copytree(EXAMPLES / "lm_eval", there / "tasks")
    sources, outputs = lines("source.txt"), lines("bold.txt")
    order = [*range(len(sources))][::-1]
    rows = [json.dumps({"id": s, "source": sources[s]}) for s in order]
    Path("data.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")

    class Bold(LM):  # type: ignore[misc]
        """Answers with the outputs of the system "bold"."""

        def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
            asked = [one.args[0].splitlines()[1] for one in requests]
            return [outputs[sources.index(source)] for source in asked]

        def loglikelihood(self, requests: Any) -> list[Any]:
            raise AssertionError("the task asks for text alone")

        def loglikelihood_rolling(self, requests: Any) -> list[Any]:
            raise AssertionError("the task asks for text alone")

    manager = TaskManager(include_path=str(there / "tasks"), include_defaults=False)
    found = simple_evaluate(Bold(), tasks=["gec"], task_manager=manager)
    assert found["results"]["gec"]["m2,none"] == m2.evaluate(outputs, "gold.m2").f


def test_the_task_of_lighteval_scores_answers(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lighteval")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    try:
        import lighteval_task as task
        from lighteval.metrics import apply_metric
        from lighteval.models.model_output import ModelResponse
    except TypeError:  # of antlr, of which verl and lighteval want different releases
        if "antlr4" not in traceback.format_exc():
            raise
        pytest.skip("lighteval needs another antlr4 than the one installed here, which verl needs")

    sources, outputs = lines("source.txt"), lines("bold.txt")
    [config] = task.TASKS_TABLE
    order = [*range(len(sources))][::-1]
    documents = [config.prompt_function({"id": s, "source": sources[s]}, "gec") for s in order]
    answers = [ModelResponse(text=[f" {outputs[s]}"]) for s in order]
    [metric] = config.metrics
    kept = [one["m2"] for one in apply_metric(answers, documents, [metric])]
    found = metric.get_corpus_aggregations()["m2"](kept)
    assert found == m2.evaluate(outputs, "gold.m2").f
    sys.modules.pop("lighteval_task")


def test_rewards_need_none_of_these() -> None:
    assert trl.__file__
    assert verl.__file__
    for module in (trl, verl):
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        assert "import trl" not in text.replace("from fastgec.bridges import trl", "")
        assert "import verl" not in text.replace("from fastgec.bridges import verl", "")
