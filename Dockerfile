# syntax=docker/dockerfile:1

# 1. Build with the toolchain that Cargo.toml asks for. Dependencies are a layer of their own, so that a change of ours does not
#    build them again.
FROM rust:1.95-bookworm AS build
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
RUN mkdir -p src benches \
 && echo '//! Placeholder.' > src/lib.rs && echo 'fn main() {}' > src/main.rs \
 && for bench in $(sed -n '/^\[\[bench\]\]/{n;s/name = "\(.*\)"/\1/p}' Cargo.toml); do echo 'fn main() {}' > "benches/$bench.rs"; done \
 && cargo build --release --locked \
 && rm -rf src benches
COPY . .
RUN touch src/lib.rs src/main.rs && cargo build --release --locked && mkdir -p /empty/data

# 2. Run as nobody in particular, with nothing but the program: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /build/target/release/upcard /usr/local/bin/upcard
COPY --from=build --chown=nonroot:nonroot /empty/ /home/nonroot/
WORKDIR /home/nonroot
VOLUME /home/nonroot/data
# Nobody reaches a card room on the container's own loopback: without a token the start ends with what is missing.
ENV UPCARD_HTTP=127.0.0.1:8091 UPCARD_LOG=json UPCARD_ROOM=off
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/usr/local/bin/upcard", "doctor", "--health"]
ENTRYPOINT ["/usr/local/bin/upcard"]
