# The doors of the project. Each installs what it needs first, and asks for nothing.
# Any Node from 18 on will do: Debian's is installed only where there is none.
NODE_PACKAGES  = $(shell command -v npm >/dev/null 2>&1 || echo nodejs npm)
BUILD_PACKAGES = gcc libc6-dev meson ninja-build pkg-config python3 libsodium-dev libwebsockets-dev \
                 libwebsockets-evlib-uv libuv1-dev libjansson-dev libsqlite3-dev libpq-dev libqrencode-dev \
                 $(NODE_PACKAGES)
TEST_PACKAGES  = $(BUILD_PACKAGES) clang libclang-rt-14-dev llvm libcmocka-dev tmux python3-jsonschema \
                 chromium-headless-shell firefox-esr postgresql faketime
# What stands in front of a server on the open internet; only the test of contrib/ needs it.
PROXY_PACKAGES = nginx-light caddy haproxy openssl
# Names of what meson lists: it looks again when a file came or went.
SOURCES_STAMP  = $(shell { tools/sources 'src/*' 'src/server/*' tests 'tests/*' bench; \
                   tools/sources .md docs/rules docs/elbow; tools/sources .table data; \
                   tools/sources .deck data/inn; tools/sources .blueprint data/blueprints; tools/sources .sh tests; \
                   tools/sources .py tests/server; find web/dist web/placeholder -type f; } 2>/dev/null | \
                   cksum | cut -d' ' -f1)
SANITIZED      = -Db_sanitize=address,undefined -Dbuildtype=debugoptimized -Db_lundef=false
FUZZ_SECONDS  ?= 60

.PHONY: play build test test-long test-proxies bench bench-server blueprints fuzz coverage lint install clean
.DEFAULT_GOAL = build

# The browser's tavern; in a terminal it says how to play right there instead.
play: build
	@build/taproom serve

build:
	@tools/install-packages $(BUILD_PACKAGES)
	@tools/build-web
	@tools/configure build "$(SOURCES_STAMP)"
	@ninja -C build --quiet taproom

# gcc, optimised, and clang with the sanitizers: both warn as errors, both run every test.
test:
	@tools/install-packages $(TEST_PACKAGES)
	@tools/build-web
	@tools/configure build "$(SOURCES_STAMP)"
	@CC=clang tools/configure build/sanitized "$(SOURCES_STAMP)" $(SANITIZED)
	@tools/run-tests build build/sanitized

# Its parts by name: make test-long-inn, and so on (tools/test-long).
test-long: test
	@tools/test-long
	@$(MAKE) --no-print-directory test-proxies
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=300

test-long-%:
	@tools/install-packages $(TEST_PACKAGES)
	@tools/build-web
	@tools/configure build "$(SOURCES_STAMP)"
	@CC=clang tools/configure build/sanitized "$(SOURCES_STAMP)" $(SANITIZED)
	@tools/test-long $*

# contrib/nginx.conf and contrib/Caddyfile in front of the server, with a certificate of their own.
test-proxies: build
	@tools/install-packages $(TEST_PACKAGES) $(PROXY_PACKAGES)
	@TAPROOM=build/taproom /usr/bin/python3 tests/server/proxies.py

bench: build
	@build/taproom bench
	@build/taproom bench --json > build/bench.json && echo "The same as JSON: build/bench.json"

# The server under the load of 5,000 players, and boardgame.io's beside it. Node is needed for that one only.
bench-server: build
	@tools/install-packages postgresql
	@command -v npm >/dev/null || tools/install-packages nodejs npm
	@ninja -C build --quiet load
	@cd bench/peers && npm ci --silent
	@tools/bench-server

# How bots bet in the usual games, learnt anew: after a change of the rules, of what a quiet game is or of the learning.
# Some twenty minutes on two cores; the same bytes everywhere.
blueprints: build
	@ninja -C build --quiet learn-blueprints
	@build/learn-blueprints list | xargs -P "$$(nproc)" -n 2 sh -c 'echo "$$0, $$1 seats" && \
	  build/learn-blueprints make "$$0" "$$1" > build/"$$0-$$1".blueprint && \
	  mv build/"$$0-$$1".blueprint data/blueprints/'

fuzz:
	@tools/install-packages $(TEST_PACKAGES)
	@CC=clang tools/configure build/fuzz "$(SOURCES_STAMP)" -Dfuzz=true $(SANITIZED)
	@tools/run-fuzzers build/fuzz $(FUZZ_SECONDS)

coverage:
	@tools/install-packages $(TEST_PACKAGES) gcovr
	@tools/configure build/coverage "$(SOURCES_STAMP)" -Db_coverage=true -Dbuildtype=debug -Dc_args=-fprofile-update=atomic
	@tools/run-coverage build/coverage

lint:
	@tools/install-packages clang-tidy cppcheck $(TEST_PACKAGES)
	@tools/lint

install: build
	@meson compile -C build taproom:shared_library >/dev/null
	@meson install -C build --quiet --no-rebuild

clean:
	@rm -rf build
