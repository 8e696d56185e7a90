import { describe, expect, it } from 'vitest';
import { checkedAddress } from '../src/download/ticket.js';

const REMOTE = 'https://mods.example/v1';

describe('an address of a file', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1.2.3/',
    'https://[::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://0.0.0.0/',
    'https://0/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:0.0.0.0]/',
  ])('%s is refused from a service elsewhere, and allowed from one on this machine', (address) => {
    const fault = expect.objectContaining({ fault: 'address' });
    expect(() => checkedAddress(address, REMOTE)).toThrow(fault);
    expect(checkedAddress(address, 'https://localhost:3000/v1')).toBe(new URL(address).href);
  });

  it.each([
    'https://localhost.example/',
    'https://128.0.0.1/',
    'https://[2001:db8::7f00:1]/',
    'https://[::ffff:192.0.2.1]/',
  ])('%s is allowed from any service', (address) => {
    expect(checkedAddress(address, REMOTE)).toBe(new URL(address).href);
  });
});
