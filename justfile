# What people do here every day. `just` lists it; every line works without `just` as well.

[private]
default:
    @just --list --unsorted

# the local card room, in the browser
room:
    cargo run --profile quick

# a Discord for any bot, without ours
local-discord *arguments:
    cargo run -p local-discord -- {{ arguments }}

# all tests, or those that a name picks
test *arguments:
    cargo test --locked {{ arguments }}

# formatting, lints, links in comments
lint:
    cargo fmt --check
    cargo clippy --locked --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items

# writes anew what tests hold: transcripts, counts of positions, records of new variants, scenes; read the difference
bless:
    UPCARD_BLESS=1 cargo test --locked -p upcard-engine --test perft --test golden --test records
    UPCARD_BLESS=1 cargo test --locked -p upcard-render scenes

# draws docs/gallery anew
gallery *arguments:
    cargo run --release -- gallery docs/gallery {{ arguments }}

# the benches, or one: just bench --bench dispatch
bench *arguments:
    cargo bench --locked {{ arguments }}

# all games at once with kills, broken connections and refusals: just soak 30m --seed 7
soak *arguments:
    cargo run --release --example soak -- {{ arguments }}

# writes assets/licences.txt anew
licences:
    .ci/licences

# what the program is made of
policy:
    .ci/policy

# everything that must hold before anything lands
ci:
    .ci/run
