import { describe, expect, it } from 'vitest';
import { frameBetween } from '../../dashboard/src/app/frame-between.js';

describe('the frame that stays during a navigation', () => {
  it.each([
    ['/dashboard/mods', '/dashboard/mods', null],
    ['/dashboard', '/dashboard/', null],
    ['/dashboard/mods', '/dashboard/webhooks', 'dashboard'],
    ['/dashboard/mods', '/dashboard/mods/7', 'dashboard'],
    ['/dashboard/mods/7', '/dashboard/mods/7/media', 'mod'],
    ['/dashboard/mods/7/versions/1', '/dashboard/mods/7/versions', 'mod'],
    ['/dashboard/mods/7/media', '/dashboard/mods/8/media', 'dashboard'],
    ['/dashboard/mods/new', '/dashboard/mods/7', 'dashboard'],
    ['/dashboard/mods/newts', '/dashboard/mods/newts/team', 'mod'],
  ] as const)('the way from %s to %s changes the view in %s', (from, to, frame) => {
    expect(frameBetween(from, to)).toBe(frame);
  });
});
