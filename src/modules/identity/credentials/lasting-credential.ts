import type { Tx } from '../../../platform/database/connect.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { activeCredential } from '../../../request/viewer.js';

/**
 * Returns the id of the token or key whose end also ends the keys, webhook subscriptions and
 * trusted publishers that the viewer creates now. This is the viewer's token or key, or after its
 * rotation the latest valid successor, because the old one ends within minutes. Null for every
 * other credential, such as a browser session or the token of an application. Call it after
 * `lockCaller`, so that no rotation happens meanwhile. One statement. Throws `unauthorized`.
 */
export async function lastingCredential(tx: Tx, ctx: RequestContext): Promise<string | null> {
  const { userId, credential } = requireUser(ctx);
  const { id, kind } = credential;
  if (!['pat', 'api_key', 'account_key'].includes(kind)) return null;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    with recursive line as (
      select id, retires_at, true as is_valid, 0 as step from credentials where id = ${id}::uuid
      union all
      select c.id, c.retires_at, ${activeCredential(ctx.platform.clock.now())}, line.step + 1
      from line join credentials c on c.rotated_from_id = line.id
      where line.retires_at is not null and c.user_id = ${userId}::uuid
    )
    select id from line where is_valid order by step desc limit 1`;
  return row?.id ?? id;
}
