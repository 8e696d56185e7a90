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
  type Handler,
  pathWithNext,
  type Reply,
  seeOther,
  show,
  tooManyOf,
  type Visit,
} from '../kit/index.js';
import { codeForm, DEVICE_PATH, pageOfCode, shownCode } from './code-form.js';
import { type ConsentRequest, readConsentRequest } from './consent-request.js';
import { consentView } from './consent-view.js';
import { DECISION_TEXTS } from './texts.js';

/** Asks for the code of a device. A code in the URL is only filled in, not submitted. */
export const devicePage: Handler = (visit) => {
  const given = visit.req.query['user_code'];
  return codeForm(visit, { code: typeof given === 'string' ? given.slice(0, 20) : '' });
};

/** Shows the request of the device with this code. */
export const confirmDevice: Handler = (visit) =>
  withDevice(visit, async (_device, asked, code) => {
    const texts = DECISION_TEXTS[visit.locale];
    return show({
      title: texts.confirm,
      width: 'narrow',
      body: html`<p>${texts.confirmHow}</p>
<p class="shown-code"><code>${shownCode(code)}</code></p>
${consentView(visit, asked, {
  action: `${DEVICE_PATH}/decision`,
  hidden: html`<input type="hidden" name="user_code" value="${code}">`,
  back: pageOfCode(code),
  goesTo: null,
})}`,
    });
  });

/** Stores the user's decision about a device. */
export function decideOnDevice(issuer: Issuer): Handler {
  return (visit) =>
    withDevice(visit, async (device, asked) => {
      const texts = DECISION_TEXTS[visit.locale];
      const said = (title: string, how: string) =>
        show({
          title,
          width: 'narrow',
          body: html`<p>${how}</p>
<p><a href="/account/applications">${texts.toGrants}</a></p>
`,
        });
      const decision = visit.fields.one('decision');
      if (decision === 'approve') {
        const done = await approveDevice(issuer, visit, device, asked);
        return done
          ? said(texts.approved, texts.approvedHow)
          : codeForm(visit, { text: texts.codeWrong });
      }
      if (decision !== 'deny') throw problem('invalid_request');
      const done = await denyDevice(visit.ctx, device);
      return done
        ? said(texts.denied, texts.deniedHow)
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
  const approved = await approve(provider, ctx, user, allowed, (tx, grantId) =>
    decideDevice(tx, device, { kind: 'approved', userId, grantId, scope }),
  );
  return approved !== null;
}

type Work = (device: WaitingDevice, asked: ConsentRequest, code: string) => Promise<Reply>;

/** Finds the device with the typed code and calls `work`. */
async function withDevice(visit: Visit, work: Work): Promise<Reply> {
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
    return seeOther(pathWithNext('/account/step-up', pageOfCode(code)));
  }
}
