import { can } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { isFinal, LIFECYCLES } from '../../../registry/states.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { readModAccess } from '../../collaboration/index.js';
import { presentReference } from './present-reference.js';
import type { ExternalArtifact, ExternalValidation } from './reference.type.js';

/**
 * The state of an examination, for the mod's team (Spec 4.3). Throws `not_found` if it is unknown
 * or belongs to another team's mod, `gone`, and `resource_scope_denied` for a credential limited to
 * other mods.
 */
export async function getValidation(ctx: RequestContext, id: string): Promise<ExternalValidation> {
  const row = await readValidation(ctx, id);
  const job = await ctx.platform.db.job.findUnique({ where: { id: row.jobId } });
  const isOpen = row.state === 'pending' || row.state === 'processing';
  const hasBegun = row.waits > 0 || (job?.attempts ?? 0) > 0;
  const isRunning = job !== null && !isFinal(LIFECYCLES.job, job.state);
  return {
    id: row.id,
    artifactId: row.reference.artifactId,
    referenceId: row.referenceId,
    state: row.state,
    progress: { completed: isOpen ? 0 : 1, total: 1 },
    attempts: job?.attempts ?? 0,
    maxAttempts: job?.maxAttempts ?? 0,
    nextAttemptAt: isOpen && isRunning && hasBegun ? job.runAt : null,
    terminalReason: row.terminalReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    completedAt: row.completedAt,
  };
}

/** The response to a replayed registration: that of the first one (Spec 4.3). */
export async function getRegistration(ctx: RequestContext, id: string): Promise<ExternalArtifact> {
  const { reference } = await readValidation(ctx, id);
  return presentReference({
    artifactId: reference.artifactId,
    referenceId: reference.id,
    validationId: id,
    state: 'pending',
  });
}

async function readValidation(ctx: RequestContext, id: string) {
  const viewer = requireUser(ctx);
  const row = isId(id)
    ? await ctx.platform.db.referenceValidation.findUnique({
        where: { id },
        include: { reference: { include: { artifact: { select: { modId: true } } } } },
      })
    : null;
  if (!row) throw await missing(ctx, id);
  const { modId } = row.reference.artifact;
  const { role } = await readModAccess(ctx, modId);
  if (role === null || !can(role, 'read-drafts')) throw problem('not_found');
  const { modIds } = viewer.credential;
  if (modIds && !modIds.includes(modId)) throw problem('resource_scope_denied');
  return row;
}
