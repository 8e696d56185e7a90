import { problem, type RegisteredError } from '../../../registry/errors.js';
import type { COMPARED } from './ci-facts.js';

/** The names of the members in the configuration of an owner. */
const SHOWN = {
  provider: 'provider',
  repository: 'repository',
  repositoryId: 'repository_id',
  repositoryOwnerId: 'repository_owner_id',
  workflow: 'workflow',
  environment: 'environment',
  ref: 'ref',
} as const satisfies Record<(typeof COMPARED)[number], string>;

/** `invalid_grant` for a mod without a working trusted publisher of the issuer. */
export function noPublisher(): RegisteredError {
  return problem('invalid_grant', {
    log: 'no working trusted publisher',
    detail: {
      en: 'This mod has no trusted publisher for the issuer of the token; ask an owner of the mod to add one.',
      ru: 'У этого мода нет доверенного издателя для службы, выдавшей токен; попросите владельца мода добавить его.',
      de: 'Diese Mod hat keinen vertrauenswürdigen Herausgeber für den Aussteller des Tokens; bitten Sie einen Besitzer der Mod, einen hinzuzufügen.',
    },
  });
}

/** `invalid_grant` for a run that no trusted publisher of the mod matches. */
export function unmatchedRun(member: (typeof COMPARED)[number]): RegisteredError {
  const name = SHOWN[member];
  return problem('invalid_grant', {
    log: `the ${name} of the run is different`,
    detail: {
      en: `The run does not match a trusted publisher of this mod: its ${name} is different; compare the workflow with the settings of the trusted publisher.`,
      ru: `Запуск не соответствует ни одному доверенному издателю этого мода: отличается ${name}; сравните рабочий процесс с настройками издателя.`,
      de: `Der Lauf passt zu keinem vertrauenswürdigen Herausgeber dieser Mod: ${name} ist anders; vergleichen Sie den Workflow mit den Einstellungen des Herausgebers.`,
    },
  });
}

/** `invalid_grant` for a token that was exchanged before. */
export function replayedToken(): RegisteredError {
  return problem('invalid_grant', {
    log: 'a CI token was used twice',
    detail: {
      en: 'This token was already exchanged; request a new one from the CI service for each exchange.',
      ru: 'Этот токен уже обменяли; для каждого обмена запрашивайте у службы CI новый.',
      de: 'Dieses Token wurde bereits eingetauscht; fordern Sie für jeden Tausch ein neues vom CI-Dienst an.',
    },
  });
}
