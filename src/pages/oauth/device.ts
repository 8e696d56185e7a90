import {
  approve,
  decideDevice,
  denyDevice,
  findWaitingDevice,
  type Issuer,
  normalizedUserCode,
  type WaitingDevice,
} from '../../auth/issuer/index.js';
import { guardedGuess } from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import { problem, RegisteredError } from '../../registry/errors.js';
import { requireUser } from '../../request/authorize.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  messagePage,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../kit/index.js';
import { type ConsentRequest, consentView, readConsentRequest } from './consent-view.js';
import { DECISION_TEXTS } from './texts.js';

/** The path of the page where users type the code of a device. Devices show its address. */
export const DEVICE_PATH = '/oauth/device';

/** The previous input and its error. */
interface Typed {
  readonly code?: string;
  readonly text?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form for the code of a device. */
function codeForm(visit: Visit, { code = '', text, ...more }: Typed): PageReply {
  const texts = DECISION_TEXTS[visit.locale];
  const input = field({
    name: 'user_code',
    label: texts.code,
    value: shownCode(code),
    error: text,
    required: true,
    autofocus: true,
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: false,
    maxlength: 20,
  });
  return show({
    status: text === undefined ? 200 : 422,
    ...more,
    title: texts.device,
    width: 'narrow',
    body: html`<p>${texts.deviceHow}</p>
${card(form(visit, [input, button({ label: texts.goOn })], DEVICE_PATH))}`,
  });
}

/** The URL of the page with the code filled in. */
function pageOfCode(code: string): string {
  return `${DEVICE_PATH}?${new URLSearchParams({ user_code: shownCode(code) })}`;
}

/** A code in the form that devices show. */
function shownCode(code: string): string {
  return code.replace(/^(.{4})(.{4})$/, '$1-$2');
}

/** Asks for the code of a device. A code in the URL is only filled in, not submitted. */
export const devicePage: Handler = (visit) => {
  const given = visit.query['user_code'];
  return codeForm(visit, { code: typeof given === 'string' ? given.slice(0, 20) : '' });
};

/** Shows the request of the device with the typed code, and the buttons to allow and deny. */
export const confirmDevice: Handler = (visit) =>
  withDevice(visit, async (_device, requested, code) => {
    const texts = DECISION_TEXTS[visit.locale];
    return show({
      title: texts.confirm,
      width: 'narrow',
      body: html`<p>${texts.confirmHow}</p>
<p class="shown-code"><code>${shownCode(code)}</code></p>
${consentView(visit, requested, {
  action: `${DEVICE_PATH}/decision`,
  hidden: html`<input type="hidden" name="user_code" value="${code}">`,
  back: pageOfCode(code),
  goesTo: null,
})}`,
    });
  });

/**
 * Stores the user's decision about a device. If the request was decided or has expired meanwhile,
 * it shows the form for a code again. Throws `invalid_request` for any other decision.
 */
export function decideOnDevice(issuer: Issuer): Handler {
  return (visit) =>
    withDevice(visit, async (device, requested) => {
      const texts = DECISION_TEXTS[visit.locale];
      const resultPage = (icon: 'check' | 'close', title: string, how: string) =>
        messagePage({
          icon,
          title,
          text: html`<p>${how}</p>`,
          links: [['/account/applications', texts.toAppGrants]],
        });
      const decision = visit.fields.one('decision');
      if (decision === 'approve') {
        const done = await approveDevice(issuer, visit, device, requested);
        return done
          ? resultPage('check', texts.approved, texts.approvedHow)
          : codeForm(visit, { text: texts.codeWrong });
      }
      if (decision !== 'deny') throw problem('invalid_request');
      const done = await denyDevice(visit.ctx, device);
      return done
        ? resultPage('close', texts.denied, texts.deniedHow)
        : codeForm(visit, { text: texts.codeWrong });
    });
}

async function approveDevice(
  issuer: Issuer,
  { ctx }: Visit,
  device: WaitingDevice,
  { client, scopes, user }: ConsentRequest,
): Promise<boolean> {
  const provider = await issuer.provider();
  const { userId } = user;
  const scope = scopes.join(' ');
  const allowed = { ...client, scopes, redirectUri: null };
  const approved = await approve(provider, ctx, user, allowed, (tx, oauthGrantId) =>
    decideDevice(tx, device, { kind: 'approved', userId, oauthGrantId, scope }),
  );
  return approved !== null;
}

type Work = (device: WaitingDevice, requested: ConsentRequest, code: string) => Promise<PageReply>;

/**
 * Finds the device with the typed code and calls `work`. A wrong code counts as a guess of the
 * user and shows the form again, as too many guesses do. The step-up that an approval requires
 * returns to the form with the code.
 */
async function withDevice(visit: Visit, work: Work): Promise<PageReply> {
  const { ctx, fields, locale } = visit;
  const code = normalizedUserCode(fields.one('user_code'));
  const { userId } = requireUser(ctx);
  const guess = { purpose: 'user_code', account: userId, userId } as const;
  let device: WaitingDevice | null;
  try {
    device = await guardedGuess(ctx, guess, () => findWaitingDevice(ctx.platform, code));
  } catch (error) {
    return codeForm(visit, { code, ...tooManyOf(error, locale) });
  }
  if (!device) return codeForm(visit, { code, text: DECISION_TEXTS[locale].codeWrong });
  try {
    return await work(
      device,
      await readConsentRequest(visit.ctx, device.clientId, device.scope),
      code,
    );
  } catch (error) {
    const isStepUp = error instanceof RegisteredError && error.code === 'step_up_required';
    if (!isStepUp) throw error;
    return redirectTo(pathWithNext('/account/step-up', pageOfCode(code)));
  }
}
