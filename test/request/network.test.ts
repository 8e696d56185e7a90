import { describe, expect, it } from 'vitest';
import { customerOf, networkOf, siteOf } from '../../src/request/network.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2', null],
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2', null],
    ['::FFFF:192.0.2.1', '192.0.2.1', '192.0.2', null],
    ['::ffff:c000:201', '192.0.2.1', '192.0.2', null],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1', '192.0.2', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2', '2001:db8:1'],
    ['2001:0DB8:1::6', '2001:db8:1:0', '2001:db8:1:0', '2001:db8:1'],
    ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0:0', 'fe80:0:0'],
    ['::1', '0:0:0:0', '0:0:0:0', '0:0:0'],
    ['::', '0:0:0:0', '0:0:0:0', '0:0:0'],
  ])(
    '%s belongs to %s, its site to %s and its customer to %s',
    (address, network, site, customer) => {
      expect([networkOf(address), siteOf(address), customerOf(address)]).toEqual([
        network,
        site,
        customer,
      ]);
    },
  );
});
