import { always, type Cell } from '../cell.js';
import { bodySchemaOf, type Operation, pathPlacesOf } from '../operations.js';
import { placesOf, type Sample } from '../sample.js';
import type { Stage } from '../stage.js';

/** The places where a request names the mod of its team. */
const MODS = ['path.mod_id', 'body.modId'];

const namesMod = (operation: Operation): boolean =>
  pathPlacesOf(operation).some(({ name }) => name === 'mod_id') ||
  bodySchemaOf(operation)?.properties?.modId !== undefined;

function modOf(operation: Operation, sample: Sample): string {
  const place = placesOf(operation, sample).find(({ name }) => MODS.includes(name));
  if (!place) throw new Error(`${operation.operationId}: no mod in the sample`);
  return place.value;
}

/** Runs work while a mod is public. */
async function whilePublic({ world }: Stage, id: string, work: () => Promise<void>) {
  const { db } = world.platform;
  const { state } = await db.mod.findUniqueOrThrow({ where: { id } });
  await db.mod.update({ where: { id }, data: { state: 'published' } });
  try {
    await work();
  } finally {
    await db.mod.update({ where: { id }, data: { state } });
  }
}

/** Runs work while the stranger is a reviewer of a mod, the weakest role of a member. */
async function whileReviewed({ world, stranger }: Stage, id: string, work: () => Promise<void>) {
  const { db } = world.platform;
  const { teamId } = await db.mod.findUniqueOrThrow({ where: { id } });
  const { userId } = stranger;
  await db.teamMember.create({ data: { teamId, userId, role: 'reviewer' } });
  try {
    await work();
  } finally {
    await db.teamMember.delete({ where: { teamId_userId: { teamId, userId } } });
  }
}

/** The refusals of users by their role in the team of a mod. */
export const teamCells: readonly Cell[] = [
  {
    name: 'is forbidden outside the team of a public mod',
    isSampled: always,
    applies: (operation) => operation.errors.has('forbidden') && namesMod(operation),
    async check({ operation, stage, spare, refused, unchanged }) {
      const sample = await spare();
      const ask = async () => {
        await refused(sample, { token: stage.tokens.stranger }, '403 forbidden');
      };
      await whilePublic(stage, modOf(operation, sample), () => unchanged(ask));
    },
  },
  {
    name: 'is denied to a member without the required role',
    isSampled: always,
    applies: (operation) => operation.errors.has('team_role_denied') && namesMod(operation),
    async check({ operation, stage, spare, refused, unchanged }) {
      const sample = await spare();
      const ask = async () => {
        await refused(sample, { token: stage.tokens.stranger }, '403 team_role_denied');
      };
      await whileReviewed(stage, modOf(operation, sample), () => unchanged(ask));
    },
  },
];
