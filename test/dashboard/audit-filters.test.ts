import { describe, expect, it } from 'vitest';
import { valuesIn, withValues } from '../../dashboard/src/views/audit/use-audit-filters.js';

const NONE = { action: '', actor: '', target: '', outcome: '', from: '', to: '' };

describe('the filters of the audit log in the address', () => {
  it('an address gives back the filters that were put into it', () => {
    const filters = { ...NONE, action: 'user.blocked', outcome: 'refused', from: '2026-11-01' };
    const params = withValues(new URLSearchParams(), filters);
    expect(valuesIn(new URLSearchParams(params.toString()))).toEqual(filters);
  });

  it('an address has no empty filters, and keeps its other parameters', () => {
    const before = new URLSearchParams('lang=de&action=mod.created&to=2026-11-26');
    expect(withValues(before, { ...NONE, actor: '  ' }).toString()).toBe('lang=de');
  });

  it('an address with unknown parameters puts none of them into the form', () => {
    expect(valuesIn(new URLSearchParams('lang=de&cursor=x&actor=7'))).toEqual({
      ...NONE,
      actor: '7',
    });
  });
});
