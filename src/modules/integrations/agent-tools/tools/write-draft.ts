import { z } from 'zod';
import { VersionState } from '../../../../platform/database/generated/enums.js';
import { problem, type TextForPeople } from '../../../../registry/errors.js';
import type { RequestContext } from '../../../../request/context.js';
import { requireModPermission } from '../../../collaboration/index.js';
import {
  checkPublication,
  createMod,
  createVersion,
  PUBLICATION_OBSTACLES,
  updateMod,
  updateVersion,
} from '../../../publishing/index.js';
import { toDomain, withFieldsUnder } from '../names.js';
import { idShape, modShape, versionShape } from '../shapes.js';
import { changesOf, type Document, defineTool, type ToolResult } from '../tool.js';
import {
  type Draft,
  type DraftInput,
  draftInput,
  MOD_CHANGES,
  modDraft,
  NEW_MOD,
  NEW_VERSION,
  readModDraft,
  readVersionDraft,
  VERSION_CHANGES,
} from './draft-documents.js';

type Action = DraftInput['action'];
type InputOf<A extends Action> = Extract<DraftInput, { action: A }>;

const SUMMARIES: Readonly<Record<Action, string>> = {
  create_mod: 'Creates the draft of a mod. Only its team sees it.',
  update_mod: 'Changes the draft of a mod. Only its team sees it.',
  create_version: 'Creates the draft of a version. Only the team of the mod sees it.',
  update_version: 'Changes a version that was never published.',
};

/**
 * `publisher.draft`: writes a draft with the verbs of the API (Spec 4.3). An update throws
 * `invalid_state` for a mod in another state than `draft`, and for a version that was ever
 * published. Runs in the caller's transaction and compares the draft before and after to get the
 * effects.
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

async function makeMod(ctx: RequestContext, input: InputOf<'create_mod'>): Promise<ToolResult> {
  // The schema derives from that of the verb.
  const values = toDomain(NEW_MOD, input.mod) as Parameters<typeof createMod>[1];
  const mod = await withFieldsUnder('mod', () => createMod(ctx, values));
  const after = modDraft(mod);
  // A generated slug may differ the next time, so it is not an announced effect.
  const { slug: _, ...others } = after.document;
  const slugs = Object.entries(mod.localizedSlugs).filter(([, slug]) => slug !== mod.slug);
  const derived = { ...others, localized_slugs: Object.fromEntries(slugs) };
  const announced = input.mod['slug'] ? after.document : derived;
  return resultOf(input.action, { modId: mod.id, before: null, after, announced });
}

const NO_DRAFT: TextForPeople = {
  en: 'The tool changes only drafts, and this is already published; ask a team member to change it in the dashboard.',
  ru: 'Инструмент меняет только черновики, а это уже опубликовано; попросите участника команды изменить его в панели управления.',
  de: 'Das Werkzeug ändert nur Entwürfe, und dies ist schon veröffentlicht; bitten Sie ein Teammitglied, es im Dashboard zu ändern.',
};

async function changeMod(
  ctx: RequestContext,
  { action, mod_id: modId, mod }: InputOf<'update_mod'>,
): Promise<ToolResult> {
  await requireModPermission(ctx, modId, 'metadata');
  // The state at this ETag: if the mod is published meanwhile, the ETag is stale.
  const before = await readModDraft(ctx, modId);
  if (before.state !== 'draft') throw problem('invalid_state', { detail: NO_DRAFT });
  const values = toDomain(MOD_CHANGES, mod) as Parameters<typeof updateMod>[2];
  await withFieldsUnder('mod', () => updateMod(ctx, modId, values, before.etag));
  const after = await readModDraft(ctx, modId);
  return resultOf(action, { modId, before: before.document, after });
}

async function makeVersion(
  ctx: RequestContext,
  { action, mod_id: modId, version }: InputOf<'create_version'>,
): Promise<ToolResult> {
  const values = toDomain(NEW_VERSION, version) as Parameters<typeof createVersion>[2];
  const { id } = await withFieldsUnder('version', () => createVersion(ctx, modId, values));
  const after = await readVersionDraft(ctx, modId, id);
  return resultOf(action, { modId, versionId: id, before: null, after });
}

async function changeVersion(
  ctx: RequestContext,
  { action, mod_id: modId, version_id: versionId, version }: InputOf<'update_version'>,
): Promise<ToolResult> {
  await requireModPermission(ctx, modId, 'versions');
  const before = await readVersionDraft(ctx, modId, versionId);
  if (before.publishedAt !== null) throw problem('invalid_state', { detail: NO_DRAFT });
  const values = toDomain(VERSION_CHANGES, version) as Parameters<typeof updateVersion>[3];
  await withFieldsUnder('version', () => updateVersion(ctx, modId, versionId, values, before.etag));
  const after = await readVersionDraft(ctx, modId, versionId);
  return resultOf(action, { modId, versionId, before: before.document, after });
}

interface WrittenDraft {
  readonly modId: string;
  readonly versionId?: string;
  /** Null for a new object. */
  readonly before: Document | null;
  readonly after: Draft;
  /** The announced part of the document, if not all of it. */
  readonly announced?: Document;
}

function resultOf(action: Action, written: WrittenDraft): ToolResult {
  const { modId, versionId = null, before, after, announced = after.document } = written;
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
        changes: changesOf(before, announced),
      },
    ],
    target: { kind, id: versionId ?? modId },
  };
}

/** `publisher.validate`: the obstacles to publishing a version (Spec 3.1, 4.3). */
export const validateDraft = defineTool({
  name: 'publisher.validate',
  input: z.strictObject({ mod_id: idShape, version_id: idShape }),
  output: z.strictObject({
    mod_id: idShape,
    version_id: idShape,
    version: z.string(),
    status: z.enum(VersionState),
    publishable: z.boolean(),
    problems: z.array(z.strictObject({ code: z.enum(PUBLICATION_OBSTACLES), detail: z.string() })),
  }),
  async run(ctx, { mod_id, version_id }) {
    return { value: await checkPublication(ctx, mod_id, version_id) };
  },
});
