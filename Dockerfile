# One image, started as a web process or, with WORKER=only, as a worker (docs/operating.md, "Containers").

FROM node:24-slim AS build
WORKDIR /desk
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# No package needs a script of its own to be installed.
RUN npm ci --omit=dev --ignore-scripts
COPY . .
# The commit, which Health and the log name: docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short HEAD)
ARG SOURCE_COMMIT=
# With the same key in each build, a form that was opened before a deploy can be sent after it.
RUN --mount=type=secret,id=actions_key \
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$(cat /run/secrets/actions_key 2>/dev/null || true)" \
  BUILD_OUTPUT=standalone npm run build

FROM node:24-slim AS desk
WORKDIR /desk
# HOSTNAME: Docker sets it to the container's name, and the server would listen on that address alone.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /desk/.next/standalone/server.js /desk/.next/standalone/package.json ./
COPY --from=build /desk/.next/standalone/node_modules ./node_modules
COPY --from=build /desk/.next/standalone/.next ./.next
COPY --from=build /desk/.next/static ./.next/static
COPY public ./public
COPY lib/db/migrations ./lib/db/migrations
COPY scripts/lib/signals.js scripts/lib/heap.js scripts/lib/no-upgrade.js ./
# For the embedded database of a desk without DATABASE_URL: mount a volume here. Nothing else is written.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
# With `http`: loading `fetch` takes several times as long, for each check.
HEALTHCHECK --interval=15s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "require('http').get(`http://127.0.0.1:${process.env.PORT}/api/health`, (response) => process.exit(response.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Directly, not through npm: SIGTERM reaches the desk, which ends within 10 seconds.
CMD ["node", "--import", "./signals.js", "--import", "./heap.js", "--import", "./no-upgrade.js", "server.js"]
