import { decodeJwt, type JWTPayload, type JWTVerifyGetKey, errors as jose, jwtVerify } from 'jose';
import type { CiFacts } from '../../../../modules/collaboration/index.js';
import type { Platform } from '../../../../platform/platform.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { factsOf } from './claims.js';
import type { IssuerKeys } from './issuer-keys.js';

/** A verified token of CI. */
export interface CiToken {
  readonly facts: CiFacts;
  /** Its `jti`. */
  readonly tokenId: string;
  /** After this time, no verification accepts it. */
  readonly expiresAt: Date;
}

/** The accepted signatures: no `none`, and no shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * The issuer that an unverified token names. Throws `invalid_grant` if the service does not trust
 * it, or if the token cannot be decoded or is too large. Asks neither the issuer nor the database.
 */
export function issuerOf({ config }: Platform, token: string): string {
  if (token.length > LIMITS.ciTokenBytes) throw invalid('a token that is too large');
  const issuer = decoded(token).iss;
  if (issuer !== undefined && config.trustedIssuers.includes(issuer)) return issuer;
  throw invalid('an issuer that is not trusted');
}

function decoded(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (cause) {
    throw invalid('no token', cause);
  }
}

/**
 * Verifies a token of CI: its signature, issuer and times, this service as its only audience, and
 * the claims of a job that may publish (`factsOf`). Does not check whether the token was used
 * before. Throws `invalid_grant`, and `server_error` with 503 if the issuer's keys cannot be read.
 */
export async function verifyCiToken(
  platform: Platform,
  issuerKeys: IssuerKeys,
  token: string,
): Promise<CiToken> {
  const issuer = issuerOf(platform, token);
  const payload = await verified(platform, issuerKeys, issuer, token);
  if (!isForUs(payload.aud, platform.publicUrl)) throw invalid('another audience');
  // The library requires a `jti`, but of any type.
  const { jti } = payload;
  if (typeof jti !== 'string' || jti === '') throw invalid('no jti');
  const facts = factsOf(issuer, payload);
  if (!facts) throw unfitJob();
  return { facts, tokenId: jti, expiresAt: endOf(payload) };
}

/**
 * The end of a verified token: its `exp`, or the end of `ciTokenAgeSeconds` if that is earlier,
 * plus the tolerated clock difference. An issuer may write any number as `exp`.
 */
function endOf({ iat = 0, exp = 0 }: JWTPayload): Date {
  const end = Math.min(exp, iat + LIMITS.ciTokenAgeSeconds);
  return new Date((end + LIMITS.ciClockSkewSeconds) * 1000);
}

/** A token for several services could be used by any of them, so it is refused. */
function isForUs(audience: JWTPayload['aud'], publicUrl: string): boolean {
  const named = Array.isArray(audience) ? audience : [audience];
  return named.length === 1 && named[0] === publicUrl;
}

async function verified(
  platform: Platform,
  issuerKeys: IssuerKeys,
  issuer: string,
  token: string,
): Promise<JWTPayload> {
  const keys = await issuerKeys.current(issuer);
  try {
    return await payloadOf(platform, issuer, token, keys);
  } catch (cause) {
    if (!(cause instanceof jose.JWKSNoMatchingKey)) throw invalid('not valid', cause);
  }
  // The issuer may have rotated its keys.
  const newer = await issuerKeys.renewed(issuer);
  if (newer === null) throw invalid('an unknown key');
  return payloadOf(platform, issuer, token, newer).catch((cause: unknown) => {
    throw invalid('not valid', cause);
  });
}

async function payloadOf(
  { clock }: Platform,
  issuer: string,
  token: string,
  keys: JWTVerifyGetKey,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    algorithms: ALGORITHMS,
    clockTolerance: LIMITS.ciClockSkewSeconds,
    currentDate: clock.now(),
    maxTokenAge: LIMITS.ciTokenAgeSeconds,
    requiredClaims: ['iss', 'aud', 'sub', 'exp', 'iat', 'jti'],
  });
  return payload;
}

function invalid(log: string, cause?: unknown): RegisteredError {
  return problem('invalid_grant', {
    log: `CI token: ${log}`,
    cause,
    detail: {
      en: 'The token is not valid here: its issuer, signature, audience or time is wrong; request a token whose audience is this service.',
      ru: 'Здесь этот токен недействителен: неверны издатель, подпись, аудитория или время; запросите токен, в аудитории которого указан этот сервис.',
      de: 'Das Token gilt hier nicht: Aussteller, Signatur, Zielgruppe oder Zeit stimmen nicht; fordern Sie eines mit diesem Dienst als Zielgruppe an.',
    },
  });
}

function unfitJob(): RegisteredError {
  return problem('invalid_grant', {
    log: 'CI token: the job may not publish',
    detail: {
      en: 'This job may not publish: it belongs to a pull request, is not defined in a workflow file of its own repository, or its token lacks a claim. Publish from a push or a tag of that repository.',
      ru: 'Это задание не может публиковать: оно относится к запросу на слияние, описано не в файле рабочего процесса своего репозитория, или в токене не хватает данных. Публикуйте по push или тегу этого репозитория.',
      de: 'Dieser Job darf nicht veröffentlichen: Er gehört zu einem Pull Request, steht nicht in einer Workflow-Datei seines eigenen Repositorys, oder dem Token fehlen Angaben. Veröffentlichen Sie bei einem Push oder Tag dieses Repositorys.',
    },
  });
}
