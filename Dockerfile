# Builds an image of the shop: docker build -t taana . (docs/upgrade.md explains how to run and replace it).
# Both stages use the same version of Node as package.json.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY astro.config.mjs tsconfig.json ./
COPY integrations integrations
COPY public public
COPY scripts scripts
COPY src src
# Removes the Node package, which the image has already, and 300 MB that only the build needs.
RUN npm run build && node scripts/prune-image.ts

FROM node:24.21.0-trixie-slim
# Backups of PostgreSQL use pg_dump, which must not be older than the server.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data /backups
WORKDIR /shop
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/src/start.js src/start.js
COPY --from=build /shop/dist dist
COPY --chmod=755 deploy/docker/shop /usr/local/bin/shop
# The same as in `npm start` (docs/decisions/0021-modest-memory.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "--no-allocation-site-pretenuring", "src/start.js"]
