# The reward service and the queue worker.
#   docker build -t assay .
#   docker run -p 8100:8100 -e REWARD_TOKEN=… assay                           the reward service
#   docker run assay worker --queue redis://HOST:6379 --concurrency 256       a worker
#   docker run -v "$PWD":/work assay grade --input pairs.jsonl                other commands, on the files of a folder
FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /tmp/assay-*.tgz /tmp/
# bullmq and ioredis are for the worker; onnxruntime-web, which runs embedded models, is left out for its size.
RUN npm install --omit=dev --no-save /tmp/assay-*.tgz bullmq@6 ioredis@6 && rm /tmp/assay-*.tgz && npm cache clean --force
# assay.config.* is read from this folder, and runs are written to it.
WORKDIR /work
RUN chown node /work
USER node
EXPOSE 8100
# The service answers at /healthz. Other commands, such as the worker, are healthy while they run.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD tr '\0' ' ' </proc/1/cmdline | grep -q ' serve ' || exit 0; \
    node -e "fetch('http://127.0.0.1:8100/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["/app/node_modules/.bin/assay"]
CMD ["serve", "--host", "0.0.0.0", "--token-env", "REWARD_TOKEN"]
