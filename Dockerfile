# The service from its sources, on Node 24. Only the web app and the documents have a build step: Node runs the
# TypeScript as it is.
# The base image is pinned by digest; a release renews it (docs/releasing.md). For another: --build-arg NODE_IMAGE=<image>
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
COPY packages ./packages
COPY docs ./docs
COPY scripts/build-studio.mjs scripts/build-docs.mjs scripts/build-if-changed.mjs scripts/require-node.mjs scripts/
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --filter @voiceloom/studio... --filter @voiceloom/docs-site... \
  && node scripts/build-studio.mjs && node scripts/build-docs.mjs

FROM ${NODE_IMAGE}

WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
COPY packages/audio ./packages/audio
COPY packages/contract ./packages/contract
COPY packages/normalizer ./packages/normalizer
COPY packages/server ./packages/server
COPY packages/speech-espeak ./packages/speech-espeak
COPY packages/speech-local ./packages/speech-local
COPY packages/text ./packages/text
# Optional dependencies are a Node and a PostgreSQL of their own; the image has the one and is given the other. The
# embedded speech engine is optional for the server alone: the top package.json installs it.
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --prod --no-optional --filter-prod voiceloom... --filter-prod @voiceloom/server... \
  && npx -y pnpm@12.21.0 sbom --sbom-format cyclonedx --sbom-type application --prod --no-optional --out sbom.cdx.json \
  && rm -rf ~/.cache ~/.npm ~/.local \
  && mkdir /data && chown node:node /data
COPY --from=pages /app/packages/studio/dist ./packages/studio/dist
COPY --from=pages /app/packages/docs-site/dist ./packages/docs-site/dist
COPY LICENSE NOTICE ./

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# By number, so that Kubernetes can verify that it is not root. Only /data and /tmp are written: run it with --read-only.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/src/bin/serve.ts"]
