import { z } from 'zod';
import { VersionState } from '../../../../platform/database/generated/enums.js';
import { checkPublication, PUBLICATION_OBSTACLES } from '../../../publishing/index.js';
import { idShape } from '../shapes/basics.js';
import { defineTool } from '../tool.js';

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
