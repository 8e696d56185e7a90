import type { Cell } from '../cell.js';
import { bodySchemaOf, type Operation, pathPlacesOf } from '../operations.js';
import { placesOf, type Sample } from '../sample.js';
import type { Stage } from '../stage.js';

/** Where a request names the mod whose team it needs. */
const MODS = ['path.mod_id', 'body.modId'];

const namesMod = (operation: Operation): boolean =>
  pathPlacesOf(operation).some(({ name }) => name === 'mod_id') ||
  bodySchemaOf(operation)?.properties?.modId !== undefined;

function modOf(operation: Operation, sample: Sample): string {
  const place = placesOf(operation, sample).find(({ name }) => MODS.includes(name));
  if (!place) throw new Error(`${operation.operationId}: no mod in the sample`);
  return place.value;
}

/** Runs some work while everyone may know of a mod. */
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

/** Runs some work while the stranger reviews a mod, which is the least that a member may do. */
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

/** The refusals of users by their part in the team of a mod. */
export const teamCells: readonly Cell[] = [
  {
    name: 'is forbidden outside the team of a mod that everybody sees',
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
    name: 'is denied to a member whose role does not allow it',
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
