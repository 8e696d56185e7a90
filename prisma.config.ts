import { defineConfig } from 'prisma/config';

/** For Prisma's own CLI; modport itself reads its environment in src/config/config.ts. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
