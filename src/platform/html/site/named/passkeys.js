// @ts-check
// Asks the device of the user for a passkey, and sends its response with the form.
{
  const bytesOf = (/** @type {string} */ text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));

  const textOf = (/** @type {ArrayBuffer} */ buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');

  const idsOf = (/** @type {any[]} */ list = []) =>
    list.map((item) => ({ ...item, id: bytesOf(item.id) }));

  const make = async (/** @type {any} */ options) => {
    const credential = /** @type {any} */ (
      await navigator.credentials.create({
        publicKey: {
          ...options,
          challenge: bytesOf(options.challenge),
          user: { ...options.user, id: bytesOf(options.user.id) },
          excludeCredentials: idsOf(options.excludeCredentials),
        },
      })
    );
    const { response } = credential;
    return answerOf(credential, {
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    });
  };

  const ask = async (/** @type {any} */ options) => {
    const credential = /** @type {any} */ (
      await navigator.credentials.get({
        publicKey: {
          ...options,
          challenge: bytesOf(options.challenge),
          allowCredentials: idsOf(options.allowCredentials),
        },
      })
    );
    const { response } = credential;
    return answerOf(credential, {
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : null,
    });
  };

  const answerOf = (/** @type {any} */ credential, /** @type {object} */ response) => ({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: { clientDataJSON: textOf(credential.response.clientDataJSON), ...response },
  });

  for (const part of document.querySelectorAll('[data-passkey]')) {
    const form = part.querySelector('form');
    const field = part.querySelector('input[name="passkey"]');
    const show = (/** @type {string} */ name, isShown = true) =>
      part.querySelector(`[data-passkey-${name}]`)?.toggleAttribute('hidden', !isShown);
    // Browsers offer passkeys only on secure pages.
    const isHere = 'PublicKeyCredential' in window;
    show('script', false);
    show(isHere ? 'ready' : 'missing');
    if (!isHere || !form || !(field instanceof HTMLInputElement)) continue;
    const options = JSON.parse(part.getAttribute('data-options') ?? '{}');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      show('cancelled', false);
      show('known', false);
      try {
        const answer = part.getAttribute('data-passkey') === 'make' ? make(options) : ask(options);
        field.value = JSON.stringify(await answer);
        form.submit();
      } catch (error) {
        // A device makes no second passkey for the same account.
        const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
        show(isKnown ? 'known' : 'cancelled');
      }
    });
  }
}
