import {
  FileError,
  IntegrityError,
  ProblemError,
  SignInError,
  TransportError,
} from '@modport/client';
import { EXIT } from './exit-codes.js';
import { Failure, failure } from './failure.js';
import { errnoOf, errnoText } from './file-errors.js';
import { type Language, type Texts, texts } from './language.js';

/** A failure, as a message for people and as a document for programs. */
export interface Report {
  readonly exitCode: number;
  readonly text: string;
  /** The member `error` of the JSON on stderr. */
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * The report of any error that a command can throw. `usesToken` says whether the credential is
 * `MODPORT_TOKEN`, and so selects the hints.
 */
export function reportOf(error: unknown, language: Language, usesToken: boolean): Report {
  if (error instanceof ProblemError) return problemReport(error, language, usesToken);
  const failed = asFailure(error);
  const { code, exitCode, details } = failed;
  const text = failed.text(language);
  return { exitCode, text, document: { code, message: text, exit_code: exitCode, ...details } };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof TransportError) return failure('unreachable', { reason });
  if (error instanceof IntegrityError) return failure('integrity', { reason });
  if (error instanceof SignInError) {
    return failure('sign_in_failed', { reason: SIGN_IN_TEXTS[error.code] ?? reason });
  }
  if (error instanceof FileError) return fileFailure(error);
  if (errnoOf(error) !== null) {
    return failure('file_unusable', { file: fileOf(error), reason: errnoText(error) });
  }
  return failure('unexpected', { reason });
}

/**
 * The texts for codes of SignInError about which a user can do something. Other codes show the
 * message of the error.
 */
const SIGN_IN_TEXTS: Readonly<Record<string, Texts>> = {
  access_denied: texts({
    en: 'it was denied in the browser.',
    de: 'sie wurde im Browser abgelehnt.',
    ru: 'в браузере выбран отказ.',
  }),
  expired_token: texts({
    en: 'the code expired. Run "modport login" again.',
    de: 'der Code ist abgelaufen. "modport login" noch einmal ausführen.',
    ru: 'срок кода истёк. Выполните "modport login" ещё раз.',
  }),
  timeout: texts({
    en: 'it was not finished in time. Run "modport login" again.',
    de: 'sie wurde nicht rechtzeitig beendet. "modport login" noch einmal ausführen.',
    ru: 'время ожидания вышло. Выполните "modport login" ещё раз.',
  }),
  invalid_grant: texts({
    en: 'it is no longer valid. Run "modport login" again.',
    de: 'sie gilt nicht mehr. "modport login" noch einmal ausführen.',
    ru: 'вход больше не действует. Выполните "modport login" ещё раз.',
  }),
};

function fileFailure({ fault, message, cause }: FileError): Failure {
  if (fault === 'busy') return failure('file_busy', { reason: message });
  const reason = fault === 'disk_full' ? DISK_FULL : message;
  return failure('file_unusable', { file: fileOf(cause), reason });
}

const DISK_FULL = texts({
  en: 'the disk is full. Make room and run the same command again to continue.',
  de: 'die Platte ist voll. Platz schaffen und denselben Befehl noch einmal ausführen, um fortzufahren.',
  ru: 'диск заполнен. Освободите место и повторите команду, чтобы продолжить.',
});

function fileOf(cause: unknown): string {
  return cause instanceof Error && 'path' in cause ? String(cause.path) : '';
}

/** The codes of problems with the credential or its account. They have the exit code `signIn`. */
const SIGN_IN_CODES = new Set([
  'unauthorized',
  'insufficient_scope',
  'delegated_scope_denied',
  'resource_scope_denied',
  'step_up_required',
  'account_blocked',
  'access_denied',
  'invalid_grant',
  'expired_token',
]);

function problemReport(problem: ProblemError, language: Language, usesToken: boolean): Report {
  const { code, status, detail, title, requestId, traceId, fields, requiredScopes } = problem;
  const exitCode = exitOf(problem);
  const lines = [
    detail || title,
    ...fields.map((one) => `  ${one.field}: ${one.detail ?? one.code}`),
    ...hintsOf(problem, language, usesToken),
    `  ${code ?? status}${requestId === null ? '' : `, request ${requestId}`}`,
  ];
  const document = {
    code,
    message: detail || title,
    exit_code: exitCode,
    status,
    retryable: problem.retryable,
    retry_after_seconds: problem.retryAfterSeconds,
    request_id: requestId,
    trace_id: traceId,
    fields,
    required_scopes: requiredScopes,
  };
  return { exitCode, text: lines.join('\n'), document };
}

function exitOf({ code, status, retryable }: ProblemError): number {
  if (status === 401 || SIGN_IN_CODES.has(code ?? '')) return EXIT.signIn;
  if (status >= 500 || status === 429 || (status !== 409 && retryable)) return EXIT.unavailable;
  return EXIT.refused;
}

function hintsOf(
  { code, status, requiredScopes, retryAfterSeconds }: ProblemError,
  language: Language,
  usesToken: boolean,
): string[] {
  const words = HINTS[language];
  if (code === 'insufficient_scope' && requiredScopes.length > 0) {
    if (usesToken) return [words.tokenScopes(requiredScopes.join(' '))];
    return [words.scopes(requiredScopes.map((scope) => `--scope ${scope}`).join(' '))];
  }
  if (status === 401) return [usesToken ? words.newToken : words.signIn];
  if (code === 'step_up_required') return [usesToken ? words.steppedUpToken : words.stepUp];
  return retryAfterSeconds === null ? [] : [words.wait(Math.ceil(retryAfterSeconds))];
}

const HINTS = texts({
  en: {
    scopes: (options: string) => `  Sign in with more rights: modport login ${options}`,
    signIn: '  Sign in again: modport login.',
    newToken: '  Put a valid token into MODPORT_TOKEN.',
    tokenScopes: (scopes: string) => `  The token in MODPORT_TOKEN needs: ${scopes}`,
    stepUp:
      '  This needs a second factor confirmed in the last 15 minutes: sign in again with modport login.',
    steppedUpToken: '  Put a token that was created with a second factor into MODPORT_TOKEN.',
    wait: (seconds: number) => `  Try again in ${seconds} s.`,
  },
  de: {
    scopes: (options: string) => `  Mit mehr Rechten anmelden: modport login ${options}`,
    signIn: '  Neu anmelden: modport login.',
    newToken: '  Ein gültiges Token in MODPORT_TOKEN setzen.',
    tokenScopes: (scopes: string) => `  Das Token in MODPORT_TOKEN braucht: ${scopes}`,
    stepUp:
      '  Dafür muss der zweite Faktor in den letzten 15 Minuten bestätigt sein: mit modport login neu anmelden.',
    steppedUpToken: '  Ein mit zweitem Faktor angelegtes Token in MODPORT_TOKEN setzen.',
    wait: (seconds: number) => `  In ${seconds} s noch einmal versuchen.`,
  },
  ru: {
    scopes: (options: string) => `  Войдите с дополнительными правами: modport login ${options}`,
    signIn: '  Войдите снова: modport login.',
    newToken: '  Укажите действующий токен в MODPORT_TOKEN.',
    tokenScopes: (scopes: string) => `  Токену в MODPORT_TOKEN нужны права: ${scopes}`,
    stepUp:
      '  Нужен второй фактор, подтверждённый за последние 15 минут: войдите снова через modport login.',
    steppedUpToken: '  Укажите в MODPORT_TOKEN токен, созданный со вторым фактором.',
    wait: (seconds: number) => `  Повторите попытку через ${seconds} с.`,
  },
});
