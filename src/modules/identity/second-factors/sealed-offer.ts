import type { Vault } from '../../../platform/vault.js';

/** Encrypts an offer for one place, as a text that a form returns. */
export function sealOffer(vault: Vault, place: string, offer: object): string {
  return Buffer.from(vault.seal(place, JSON.stringify(offer))).toString('base64url');
}

/**
 * Decrypts an offer that `sealOffer` made for the same place. Throws `SealedElsewhere` for any other
 * text.
 */
export function openOffer<Offer extends object>(
  vault: Vault,
  place: string,
  sealed: string,
): Offer {
  const bytes = vault.open(place, Buffer.from(sealed, 'base64url'));
  return JSON.parse(bytes.toString('utf8'));
}
