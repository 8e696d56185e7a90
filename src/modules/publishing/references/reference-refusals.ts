import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../registry/errors.js';
import { PROVIDERS } from '../../../registry/providers.js';
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
 * `source_already_imported`. The detail names the existing reference and its version if the viewer
 * may read the drafts of its mod, and otherwise only the provider.
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
        de: `Diese Datei von ${provider} ist bereits eingetragen: Verweis ${known.id} der Version ${known.versionId}; verwenden Sie diese Version oder tragen Sie eine andere Datei ein.`,
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

/** `provider_unsupported` with the name that the client sent, and the known ones. */
export function unsupportedProvider(name: string): RegisteredError {
  const sent = shown(name);
  const known = Object.keys(PROVIDERS).join(', ');
  return problem('provider_unsupported', {
    detail: {
      en: `The provider "${sent}" in locator is unknown; use one of: ${known}.`,
      ru: `Провайдер «${sent}» в locator неизвестен; используйте одного из следующих: ${known}.`,
      de: `Der Anbieter „${sent}“ in locator ist unbekannt; verwenden Sie einen der folgenden: ${known}.`,
    },
  });
}

/**
 * `feature_disabled` for a provider that the operator switched off. Null means that all providers
 * are off.
 */
export function providerOff(name: string | null): RegisteredError {
  return problem('feature_disabled', { detail: name === null ? ALL_OFF : oneOff(name) });
}

const ALL_OFF: TextForPeople = {
  en: 'External files are disabled on this service; upload the file, or ask the operator to enable them.',
  ru: 'Внешние файлы на этом сервисе отключены; загрузите файл или попросите оператора включить их.',
  de: 'Externe Dateien sind bei diesem Dienst abgeschaltet; laden Sie die Datei hoch oder bitten Sie den Betreiber, sie zuzulassen.',
};

function oneOff(name: string): TextForPeople {
  const provider = shown(name);
  return {
    en: `Files of the provider "${provider}" are disabled on this service; use another source, or ask the operator to enable it.`,
    ru: `Файлы провайдера «${provider}» на этом сервисе отключены; используйте другой источник или попросите оператора включить его.`,
    de: `Dateien des Anbieters „${provider}“ sind bei diesem Dienst abgeschaltet; verwenden Sie eine andere Quelle oder bitten Sie den Betreiber, ihn zuzulassen.`,
  };
}
