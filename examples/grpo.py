"""GRPO for grammatical error correction: a data set, a reward by fastgec, TRL's trainer.

    pip install trl
    python grpo.py data.jsonl --model Qwen/Qwen3-0.6B

Each line of the data has a `source` and its `corrections`, a list of one text or more:

    {"source": "She see a cat .", "corrections": ["She sees a cat ."]}
"""

import argparse

from datasets import load_dataset
from trl import GRPOConfig, GRPOTrainer

from fastgec.bridges import trl

PROMPT = "Correct the grammar of this sentence. Write the corrected sentence alone.\n\n{}"


def main():
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="JSON lines with source and corrections")
    parser.add_argument("--model", required=True)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--samples", type=int, default=8, help="of each sentence")
    parser.add_argument("--output", default="corrector")
    parser.add_argument("--cpu", action="store_true", help="no GPU: for a trial")
    given = parser.parse_args()

    data = load_dataset("json", data_files=given.data, split="train")
    data = data.map(lambda row: {"prompt": PROMPT.format(row["source"])})
    # With gold edits: {"m2": 0.7, "green": 0.3}, see docs/training.md. Sources and corrections are
    # written as the model is to write, tokenized or not, so nothing is retokenized.
    reward = trl.reward(
        {"green": 0.7, "gleu": 0.3}, columns={"references": "corrections"}, retokenize=False
    )
    settings = GRPOConfig(
        output_dir=given.output,
        max_steps=given.steps,
        num_generations=given.samples,
        per_device_train_batch_size=given.samples,
        max_completion_length=128,
        logging_steps=1,
        report_to="none",
        use_cpu=given.cpu,
        bf16=not given.cpu,
    )
    trainer = GRPOTrainer(given.model, reward_funcs=reward, args=settings, train_dataset=data)
    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main()
