#!/bin/sh
# Runs the unit tests, the build and the flows of the embedded database on Node 24, whichever Node runs this.
set -eu
folder=node_modules/.cache/node-24
package="node-$(node -p 'process.platform + "-" + process.arch')"
npm install --no-save --no-audit --no-fund --silent --prefix "$folder" "$package@24"
PATH="$PWD/$folder/node_modules/$package/bin:$PATH"
node --version
exec node --import tsx scripts/steps.ts test:unit build test:embedded
