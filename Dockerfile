# docker build -t fastgec . && docker run --rm -v "$PWD:/data" fastgec m2 system.txt gold.m2
# The compiler stays in the first stage; the image has Python, numpy, rich and the wheel.
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src ./src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels
RUN useradd --create-home fastgec
USER fastgec
WORKDIR /data
ENTRYPOINT ["fastgec"]
CMD ["--help"]
