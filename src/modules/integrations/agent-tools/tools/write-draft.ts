import { z } from 'zod';
import { problem } from '../../../../registry/errors.js';
import type { RequestContext } from '../../../../request/context.js';
import { requireModPermission } from '../../../collaboration/index.js';
import { createMod, createVersion, updateMod, updateVersion } from '../../../publishing/index.js';
import { changesOf, type Document } from '../effect.js';
import { inPlace } from '../field-names.js';
import { idShape } from '../shapes/basics.js';
import { modShape } from '../shapes/mod.js';
import { versionShape } from '../shapes/version.js';
import { type Answered, defineTool } from '../tool.js';
import { toDomain } from '../wire-names.js';
import { type Draft, modDraft, readModDraft, readVersionDraft } from './draft-documents.js';
import {
  type DraftInput,
  draftInput,
  MOD_CHANGES,
  NEW_MOD,
  NEW_VERSION,
  VERSION_CHANGES,
} from './draft-input.js';

type Action = DraftInput['action'];
type InputOf<A extends Action> = Extract<DraftInput, { action: A }>;

const SUMMARIES: Readonly<Record<Action, string>> = {
  create_mod: 'Makes the draft of a mod, which its team alone sees.',
  update_mod: 'Changes the draft of a mod, which its team alone sees.',
  create_version: 'Makes the draft of a version, which the team of the mod alone sees.',
  update_version: 'Changes a version that was never published.',
};

/**
 * `publisher.draft`: writes a draft with the verbs of the API (Spec 4.3). A published object is no
 * draft any more: `invalid_state`. Runs in the caller's transaction and compares the draft before
 * and after to get the effects.
 */
export const writeDraft = defineTool({
  name: 'publisher.draft',
  input: draftInput,
  output: z.strictObject({
    action: z.string(),
    mod_id: idShape,
    version_id: idShape.nullable(),
    mod: modShape.nullable(),
    version: versionShape.nullable(),
  }),
  run(ctx, input) {
    switch (input.action) {
      case 'create_mod':
        return makeMod(ctx, input);
      case 'update_mod':
        return changeMod(ctx, input);
      case 'create_version':
        return makeVersion(ctx, input);
      case 'update_version':
        return changeVersion(ctx, input);
    }
  },
});

async function makeMod(ctx: RequestContext, input: InputOf<'create_mod'>): Promise<Answered> {
  // The schema derives from that of the verb.
  const values = toDomain(NEW_MOD, input.mod) as Parameters<typeof createMod>[1];
  const mod = await inPlace('mod', () => createMod(ctx, values));
  const after = modDraft(mod);
  // A generated slug may differ the next time, so it is not an announced effect.
  const { slug: _, ...others } = after.document;
  const slugs = Object.entries(mod.localizedSlugs).filter(([, slug]) => slug !== mod.slug);
  const derived = { ...others, localized_slugs: Object.fromEntries(slugs) };
  const told = input.mod['slug'] ? after.document : derived;
  return answered(input.action, { modId: mod.id, before: null, after, told });
}

async function changeMod(
  ctx: RequestContext,
  { action, mod_id: modId, mod }: InputOf<'update_mod'>,
): Promise<Answered> {
  await requireModPermission(ctx, modId, 'metadata');
  // The state at this ETag: if the mod is published meanwhile, the ETag is stale.
  const before = await readModDraft(ctx, modId);
  if (before.state !== 'draft') throw problem('invalid_state');
  const values = toDomain(MOD_CHANGES, mod) as Parameters<typeof updateMod>[2];
  await inPlace('mod', () => updateMod(ctx, modId, values, before.etag));
  const after = await readModDraft(ctx, modId);
  return answered(action, { modId, before: before.document, after });
}

async function makeVersion(
  ctx: RequestContext,
  { action, mod_id: modId, version }: InputOf<'create_version'>,
): Promise<Answered> {
  const values = toDomain(NEW_VERSION, version) as Parameters<typeof createVersion>[2];
  const { id } = await inPlace('version', () => createVersion(ctx, modId, values));
  const after = await readVersionDraft(ctx, modId, id);
  return answered(action, { modId, versionId: id, before: null, after });
}

async function changeVersion(
  ctx: RequestContext,
  { action, mod_id: modId, version_id: versionId, version }: InputOf<'update_version'>,
): Promise<Answered> {
  await requireModPermission(ctx, modId, 'versions');
  const before = await readVersionDraft(ctx, modId, versionId);
  if (before.publishedAt !== null) throw problem('invalid_state');
  const values = toDomain(VERSION_CHANGES, version) as Parameters<typeof updateVersion>[3];
  await inPlace('version', () => updateVersion(ctx, modId, versionId, values, before.etag));
  const after = await readVersionDraft(ctx, modId, versionId);
  return answered(action, { modId, versionId, before: before.document, after });
}

interface WrittenDraft {
  readonly modId: string;
  readonly versionId?: string;
  /** Null for a new object. */
  readonly before: Document | null;
  readonly after: Draft;
  /** The announced part of the document, if not all of it. */
  readonly told?: Document;
}

function answered(action: Action, written: WrittenDraft): Answered {
  const { modId, versionId = null, before, after, told = after.document } = written;
  const kind = versionId === null ? 'mod' : 'version';
  const isNew = before === null;
  return {
    value: {
      action,
      modId,
      versionId,
      mod: kind === 'mod' ? after.shown : null,
      version: kind === 'version' ? after.shown : null,
    },
    effects: [
      {
        action,
        summary: SUMMARIES[action],
        target: {
          kind,
          modId: isNew && kind === 'mod' ? null : modId,
          versionId: isNew ? null : versionId,
        },
        changes: changesOf(before, told),
      },
    ],
    target: { kind, id: versionId ?? modId },
  };
}
