import type { TeamRole } from '../../../registry/access.js';

/** Whether a mod was ever published. The two kinds have separate limits of messages. */
export type ModStanding = 'published' | 'unpublished';

/** The templates of messages, each with the values that it needs. Values never hold a secret. */
export interface NoticeParams {
  /**
   * For the user whose team role was changed. `role` is the new role, or the former one if
   * `removed`. `actor` is a username.
   */
  team_role_changed: {
    readonly change: 'added' | 'changed' | 'removed';
    readonly role: TeamRole;
    readonly modId: string;
    readonly modTitle: string;
    readonly standing: ModStanding;
    readonly actor: string;
  };
  /**
   * For every owner of a mod, when an owner is added or removed. `member` and `actor` are
   * usernames.
   */
  team_owner_changed: {
    readonly change: 'added' | 'removed';
    readonly member: string;
    readonly modId: string;
    readonly modTitle: string;
    readonly standing: ModStanding;
    readonly actor: string;
  };
  /**
   * For every owner of a mod, when a workflow may publish its versions or no longer may.
   * `publisher` has the repository, the file of the workflow and the host of the issuer. `ended`:
   * it was removed because the access with which `actor` had added it ended.
   */
  trusted_publisher_changed: {
    readonly change: 'added' | 'removed' | 'ended';
    readonly publisher: string;
    readonly modId: string;
    readonly modTitle: string;
    readonly standing: ModStanding;
    readonly actor: string;
  };
  /** For the user whose password was changed, with the access that ended with it. */
  password_changed: {
    readonly sessions: 'ended' | 'kept';
    readonly tokens: 'ended' | 'kept';
    readonly applications: 'ended' | 'kept';
  };
  /** For the user whose second factor was set up or replaced. */
  second_factor_changed: { readonly change: 'added' | 'replaced' };
  /** For an address that a user wants to verify. `account` is the username. */
  verify_email: { readonly account: string };
  /** For the owner of an address that another account wanted to verify. */
  address_in_use: Readonly<Record<never, string>>;
  /** For the user who requested a new password. */
  reset_password: Readonly<Record<never, string>>;
  /**
   * For the verified address of an account: another address was requested (`requested`) or has
   * replaced it (`changed`). `address` is the other address, masked.
   */
  email_changed: { readonly change: 'requested' | 'changed'; readonly address: string };
  /** For the user who reported a mod. `title` is the title of the mod. */
  report_decided: { readonly outcome: 'upheld' | 'dismissed'; readonly title: string };
  /** For the address that a reporter without an account entered. `title` is that of the mod. */
  report_outcome: { readonly outcome: 'upheld' | 'dismissed'; readonly title: string };
  /** For the owners of a mod with an upheld report, and after their appeal. `report` is its id. */
  mod_report_upheld: {
    readonly outcome: 'upheld' | 'confirmed' | 'overturned';
    readonly reason: 'malware' | 'stolen' | 'illegal' | 'other';
    readonly title: string;
    readonly report: string;
  };
  /** For the owners of a mod of which a moderator took a version or the whole mod down. */
  content_taken_down: {
    readonly modId: string;
    readonly modTitle: string;
    readonly content: 'version' | 'mod';
    /** The number of the version; empty for the mod. */
    readonly version: string;
    /** Whether the moderator gave a reason. */
    readonly reason: 'given' | 'none';
  };
  /** For the sender of a file that a moderator approved or rejected. `file` is its name. */
  upload_reviewed: {
    readonly outcome: 'approved' | 'rejected';
    readonly file: string;
    readonly modId: string;
    readonly modTitle: string;
    readonly versionId: string;
    /** The number of the version. */
    readonly version: string;
  };
  /**
   * For the owner of a webhook subscription that failed deliveries disabled. `host` is the host of
   * its address, and `count` the number of deliveries in a row that were given up.
   */
  webhook_disabled: {
    readonly webhookId: string;
    readonly host: string;
    readonly count: string;
  };
  /** For the user whose export can be downloaded. */
  export_ready: Readonly<Record<never, string>>;
  /** For the user who requested the deletion of the account. `due` is the day, as YYYY-MM-DD. */
  deletion_requested: { readonly due: string };
  /** For the former address of a deleted account. */
  account_deleted: Readonly<Record<never, string>>;
  /**
   * For the user whose recovery codes were replaced, or one of whose codes was used. `left` is the
   * number of unused codes.
   */
  recovery_codes_changed: { readonly change: 'made' | 'used'; readonly left: string };
  /** For the user who has one passkey more or less. */
  passkey_changed: { readonly change: 'added' | 'removed'; readonly name: string };
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
  readonly link?: {
    readonly label: string;
    /** `{name}` stands for a value of the template. */
    readonly path: string;
    /** Whether the address carries a token (`addToken`), so that the page acts for the account. */
    readonly token?: true;
  };
  /** Replaces the common greeting in this message, for recipients without a name. */
  readonly greeting?: string;
  /** Replaces the common footer in this message. */
  readonly footer?: string;
  /** The wording of a value, by the name and the value. It may contain `{name}` too. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All messages in one language, with the common greeting and footer. */
export interface NoticeLanguage {
  readonly greeting: string;
  readonly footer: string;
  readonly templates: Readonly<Record<NoticeTemplate, NoticeText>>;
}

/** Values that every message has: the recipient, the host of this service, and when it happened. */
export const BUILT_IN = ['recipient', 'site', 'time'] as const;
