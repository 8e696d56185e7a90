// A typical service with Express and Prisma, for comparison. It finds the rows by the same keys and
// sends their stored documents. It has no cursors, validators, limits or callers.
import type { AddressInfo } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import express from 'express';
import { PrismaClient } from '../../src/platform/database/generated/client.js';

const adapter = new PrismaPg({ connectionString: process.env['DATABASE_URL'], max: 8 });
const db = new PrismaClient({ adapter });
const app = express();

const select = { document: true } as const;

app.get('/v1/mods', async (_req, res) => {
  const mods = await db.mod.findMany({
    where: { state: 'published' },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take: 25,
    select,
  });
  res.json({ data: mods.map(({ document }) => document) });
});

app.get('/v1/mods/:id', async (req, res) => {
  const where = { id: req.params.id, state: 'published' } as const;
  const { document } = await db.mod.findFirstOrThrow({ where, select });
  res.json({ data: document });
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
