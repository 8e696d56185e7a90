import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { readModNames } from '../../collaboration/index.js';
import { notify } from '../../identity/index.js';

/** A takedown of a version, or of the whole mod if it names none. */
interface TakenDown {
  readonly modId: string;
  readonly version?: string;
}

/** Writes a mail to every owner of the mod, in the transaction of the takedown. */
export async function notifyOfTakedown(
  tx: Tx,
  ctx: RequestContext,
  { modId, version }: TakenDown,
): Promise<void> {
  const owners = await tx.$queryRaw<{ userId: string }[]>`
    select t.user_id as "userId" from team_members t join mods m on m.team_id = t.team_id
    where m.id = ${modId}::uuid and t.role = 'owner'`;
  await notify(tx, ctx, {
    userIds: owners.map(({ userId }) => userId),
    template: 'content_taken_down',
    params: {
      ...(await readModNames(tx, modId)),
      content: version === undefined ? 'mod' : 'version',
      version: version ?? '',
    },
  });
}
