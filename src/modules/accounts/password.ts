import { randomBytes, scrypt } from 'node:crypto';

// About 100 ms and 64 MiB a guess on a small server.
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;

/** The salted hash that is kept of a password, with its parameters: `scrypt$N$r$p$salt$key`. */
export function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error) return reject(error);
      const parts = [COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')];
      resolve(['scrypt', ...parts].join('$'));
    });
  });
}
