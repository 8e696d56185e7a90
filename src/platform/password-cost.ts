/** Cost parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The cost of a guess: about 100 ms and 64 MiB on a small server. Only tests use another one. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 16, r: 8, p: 1 };
