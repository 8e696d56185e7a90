import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { draftsSeen } from '../../collaboration/index.js';

/** `forbidden` for an external file of a mod whose downloads need an account or a right. */
export function notPublic(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'Only mods whose access_tier is "public" can have external files; change access_tier, or upload the file.',
      ru: 'Внешние файлы возможны только у модов с access_tier «public»; измените access_tier или загрузите файл.',
      de: 'Nur Mods mit access_tier „public“ können externe Dateien haben; ändern Sie access_tier oder laden Sie die Datei hoch.',
    },
  });
}

/** The columns that identify the source of a reference. */
interface Registered {
  readonly provider: string;
  readonly locatorKey?: string | null;
}

/**
 * `source_already_imported`. It names the existing reference and its version if the caller may
 * read the drafts of that mod, and otherwise only the provider.
 */
export async function alreadyImported(
  ctx: RequestContext,
  tx: Tx,
  { provider, locatorKey }: Registered,
): Promise<RegisteredError> {
  const [known] = await tx.$queryRaw<{ id: string; versionId: string }[]>`
    select r.id, a.version_id as "versionId"
    from external_references r join artifacts a on a.id = r.artifact_id
    where r.locator_key = ${locatorKey ?? null} and ${draftsSeen(ctx, Prisma.sql`a.mod_id`)}`;
  if (known) {
    return problem('source_already_imported', {
      detail: {
        en: `The reference ${known.id} of the version ${known.versionId} already has this file of ${provider}; use that version, or register another file.`,
        ru: `Этот файл у ${provider} уже зарегистрирован: ссылка ${known.id} версии ${known.versionId}; используйте ту версию или зарегистрируйте другой файл.`,
        de: `Diese Datei von ${provider} ist bereits eingetragen: Verweis ${known.id} der Version ${known.versionId}; verwenden Sie jene Version oder tragen Sie eine andere Datei ein.`,
      },
    });
  }
  return problem('source_already_imported', {
    detail: {
      en: `Another mod already has this file of ${provider}; register another file, or upload this one.`,
      ru: `Этот файл у ${provider} уже зарегистрирован для другого мода; зарегистрируйте другой файл или загрузите этот.`,
      de: `Eine andere Mod hat diese Datei von ${provider} bereits; tragen Sie eine andere Datei ein oder laden Sie diese hoch.`,
    },
  });
}
