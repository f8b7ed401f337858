# The doors of the project. Each installs what it needs first, and asks for nothing.
BUILD_PACKAGES = gcc libc6-dev meson ninja-build pkg-config
TEST_PACKAGES  = $(BUILD_PACKAGES) clang libclang-rt-14-dev llvm libcmocka-dev tmux python3
SOURCES_STAMP  = $(shell { tools/sources bench src/table src/decks src/view src/wager src/games src/evening src/catalogue src/record src/bots src/cli tests tests/games tests/fuzz bench; tools/sources .md docs/rules; tools/sources .sh tests; } 2>/dev/null | cksum | cut -d' ' -f1)
FUZZ_SECONDS  ?= 60

.PHONY: play build test test-long bench fuzz coverage lint install clean
.DEFAULT_GOAL = build

play: build
	@build/taproom

build:
	@tools/install-packages $(BUILD_PACKAGES)
	@tools/configure build "$(SOURCES_STAMP)"
	@ninja -C build --quiet taproom

# gcc, optimised, and clang with the sanitizers: both warn as errors, both run every test.
test:
	@tools/install-packages $(TEST_PACKAGES)
	@tools/configure build "$(SOURCES_STAMP)"
	@CC=clang tools/configure build/sanitized "$(SOURCES_STAMP)" -Db_sanitize=address,undefined -Dbuildtype=debugoptimized -Db_lundef=false
	@tools/run-tests build build/sanitized

test-long: test
	@TAPROOM_LONG=1 tools/run-tests build build/sanitized
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=300

bench: build
	@build/taproom bench
	@build/taproom bench --json > build/bench.json && echo "The same as JSON: build/bench.json"

fuzz:
	@tools/install-packages $(TEST_PACKAGES)
	@CC=clang tools/configure build/fuzz "$(SOURCES_STAMP)" -Dfuzz=true -Db_sanitize=address,undefined -Dbuildtype=debugoptimized -Db_lundef=false
	@tools/run-fuzzers build/fuzz $(FUZZ_SECONDS)

coverage:
	@tools/install-packages $(TEST_PACKAGES) gcovr
	@tools/configure build/coverage "$(SOURCES_STAMP)" -Db_coverage=true -Dbuildtype=debug -Dc_args=-fprofile-update=atomic
	@tools/run-coverage build/coverage

lint:
	@tools/install-packages clang-format clang-tidy cppcheck $(TEST_PACKAGES)
	@tools/lint

install: build
	@meson install -C build --quiet

clean:
	@rm -rf build
