import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';

/** The kinds of changes of an application. */
export type AppChange =
  | 'registered'
  | 'updated'
  | 'secret_rotated'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'disabled'
  | 'enabled'
  | 'deleted';

/** Records a change of an application in the audit log and as the event `app.changed` (Spec 6). */
export async function recordApp(
  tx: Tx,
  ctx: RequestContext,
  app: Pick<AppModel, 'id' | 'clientId' | 'ownerId'>,
  change: AppChange,
  more: Prisma.InputJsonObject = {},
): Promise<void> {
  await audit(tx, ctx, {
    action: `app.${change}`,
    targetKind: 'app',
    targetId: app.id,
    data: { client_id: app.clientId, ...more },
  });
  await emit(tx, {
    kind: 'app.changed',
    subjectId: app.id,
    userId: app.ownerId,
    data: { app_id: app.id, client_id: app.clientId, change },
  });
}
