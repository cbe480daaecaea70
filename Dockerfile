# syntax=docker/dockerfile:1

# Both bases are named by what is in them: a tag may be moved, a digest cannot. The tag before it says what to look for:
# `docker buildx imagetools inspect rust:1.95-bookworm` prints the newest digest. Renewing the second one, about once a month,
# is how the C library's mended holes get into the image. (Taken from public files that name the same two in autumn 2026; not looked up at the registry.)

# 1. Build with the toolchain that Cargo.toml asks for. What was downloaded and built before is kept beside the layers, so
#    that a change of ours does not build the dependencies again.
FROM rust:1.95-bookworm@sha256:6258907abe69656e41cd992e0b705cdcfabcbbe3db374f92ed2d47121282d4a1 AS build
WORKDIR /build
COPY . .
# What `upcard --version` adds to the version: `--build-arg COMMIT=$(git rev-parse --short HEAD)`.
ARG COMMIT=
ENV UPCARD_COMMIT=$COMMIT
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/build/target \
    cargo build --profile dist --locked -p upcard && mkdir -p /empty/data && cp target/dist/upcard /upcard \
 && /upcard licences > /licences.txt

# 2. Run as nobody in particular, with nothing but the program: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
COPY --from=build /upcard /usr/local/bin/upcard
COPY --from=build /licences.txt /usr/share/doc/upcard/licences.txt
COPY --from=build --chown=nonroot:nonroot /empty/ /home/nonroot/
WORKDIR /home/nonroot
VOLUME /home/nonroot/data
# Nobody reaches a card room on the container's own loopback: without a token the start ends with what is missing.
ENV UPCARD_HTTP=127.0.0.1:8091 UPCARD_LOG=json UPCARD_ROOM=off
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/usr/local/bin/upcard", "doctor", "--health"]
ENTRYPOINT ["/usr/local/bin/upcard"]
