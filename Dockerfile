# syntax=docker/dockerfile:1
# The gateway as an image: built in one stage, run in another by a user who owns nothing but the state directory.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY console console
COPY tools/write-sbom.ts tools/write-sbom.ts
RUN npm run build && npm run sbom && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24-slim
# The C library gives large pieces back when they are free, instead of keeping some for each thread; it reads this as it starts.
ENV MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=4194304 \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    GATEWAY_DATA=/var/lib/governance
WORKDIR /app
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json ./
COPY bin bin
COPY config config
COPY models models
RUN install -d -o node -g node -m 0700 /var/lib/governance /var/lib/governance-copies
USER 1000:1000
VOLUME /var/lib/governance
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "dist/gateway.js"]
