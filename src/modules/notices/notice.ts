import type { TeamRole } from '../../registry/access.js';

/** The templates of messages, each with the values that it needs. Values never hold a secret. */
export interface NoticeParams {
  /** To a person whose place in a team somebody changed. `actor` is a username. */
  team_role_changed: {
    readonly change: 'added' | 'changed' | 'removed';
    readonly role: TeamRole;
    readonly modId: string;
    readonly modTitle: string;
    readonly actor: string;
  };
  /** To every owner of a mod, when an owner comes or goes. `member` and `actor` are usernames. */
  team_owner_changed: {
    readonly change: 'added' | 'removed';
    readonly member: string;
    readonly modId: string;
    readonly modTitle: string;
    readonly actor: string;
  };
  /** To a person whose password was changed, with what ended along with it. */
  password_changed: {
    readonly sessions: 'ended' | 'kept';
    readonly tokens: 'ended' | 'kept';
    readonly applications: 'ended' | 'kept';
  };
  second_factor_changed: { readonly change: 'added' | 'replaced' };
}

/** The name of a template. */
export type NoticeTemplate = keyof NoticeParams;

/**
 * A message in one language. `{name}` stands for a value of the template, for its wording in
 * `words`, or for one of BUILT_IN.
 */
export interface NoticeText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A page of this service that exists for every reader. */
  readonly link?: { readonly label: string; readonly path: string };
  /** What a value reads like, by its name and itself. The wording may hold values too. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All messages in one language, and what stands around each of them. */
export interface NoticeLanguage {
  readonly greeting: string;
  readonly footer: string;
  readonly templates: Readonly<Record<NoticeTemplate, NoticeText>>;
}

/** Values that every message has: the recipient, the host of this service, and when it happened. */
export const BUILT_IN = ['recipient', 'site', 'time'] as const;
