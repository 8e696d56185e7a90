import type { NoticeLanguage } from '../notice.js';
import { MODERATION_NOTICES } from './moderation.js';
import { FACTOR_NOTICES } from './second-factors.js';
import { PUBLISHER_NOTICES } from './trusted-publishers.js';

const ROLE = {
  owner: 'owner',
  maintainer: 'maintainer',
  publisher: 'publisher',
  reviewer: 'reviewer',
};

/** Messages in English. */
export const NOTICES_EN: NoticeLanguage = {
  greeting: 'Hello {recipient},',
  footer: 'You get this message because you have an account at {site}. Time: {time}.',
  templates: {
    team_role_changed: {
      subject: 'Your role in the team of “{modTitle}”',
      paragraphs: [
        '{change}',
        'If you did not expect this, ask an owner of the mod or contact the operators of {site}.',
      ],
      words: {
        change: {
          added: '{actor} added you to the team of the mod “{modTitle}”. Your role: {role}.',
          changed:
            '{actor} changed your role in the team of the mod “{modTitle}”. Your new role: {role}.',
          removed:
            '{actor} removed you from the team of the mod “{modTitle}”. Your role was: {role}.',
        },
        role: ROLE,
      },
    },
    team_owner_changed: {
      subject: 'The owners of “{modTitle}” have changed',
      paragraphs: [
        '{change}',
        'If your team did not agree to this, change your password and contact the operators of {site} now.',
      ],
      words: {
        change: {
          added: '{actor} made {member} an owner of the mod “{modTitle}”.',
          removed: '{actor} removed {member} from the owners of the mod “{modTitle}”.',
        },
      },
    },
    password_changed: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account at {site} was changed on {time}.',
        '{sessions}',
        '{tokens}',
        '{applications}',
        'If this was you, no action is needed. If not, contact the operators of {site} now.',
      ],
      link: { label: 'Account security', path: '/account/security' },
      words: {
        sessions: {
          ended:
            'All other browsers were signed out. Webhooks that were created or changed in a browser are disabled, and trusted publishers that were added there no longer work.',
          kept: 'Other browsers stayed signed in.',
        },
        tokens: {
          ended:
            'All personal tokens and API keys were revoked. Their webhooks are disabled, and trusted publishers that were added with them no longer work.',
          kept: 'Personal tokens and API keys stayed valid.',
        },
        applications: {
          ended:
            'Applications lost their access to your account. Their webhooks are disabled, and trusted publishers that they added no longer work.',
          kept: 'Applications kept their access to your account.',
        },
      },
    },
    second_factor_changed: {
      subject: 'Your second factor was changed',
      paragraphs: [
        '{change} This happened on {time}.',
        'All other browsers were signed out.',
        'If this was you, no action is needed. If not, contact the operators of {site} now.',
      ],
      link: { label: 'Account security', path: '/account/security' },
      words: {
        change: {
          added: 'A second factor was turned on for your account at {site}.',
          replaced: 'The second factor of your account at {site} was replaced.',
        },
      },
    },
    verify_email: {
      subject: 'Verify your e-mail address',
      paragraphs: [
        'Please verify that this is the address of your account {account} at {site}. Open the link and choose “Verify address”. The link works once, within 24 hours.',
        'If you did not ask for this, ignore this message. Nothing happens without the link.',
      ],
      link: { label: 'Verify the address', path: '/account/verify-email', token: true },
      footer: 'You get this message because someone entered this address at {site} on {time}.',
    },
    address_in_use: {
      subject: 'You already have an account',
      paragraphs: [
        'Someone entered your e-mail address for another account at {site}. An address can belong to only one account, and yours already does. Nothing has changed.',
        'If this was you, sign in with this address. If you forgot the password, choose “Forgot your password?” on the sign-in page. If it was not you, ignore this message.',
      ],
      link: { label: 'Sign in', path: '/account/sign-in' },
    },
    reset_password: {
      subject: 'Choose a new password',
      paragraphs: [
        'Someone asked for a new password for your account at {site}. Open the link to choose one. The link works once, within one hour.',
        'If this was not you, ignore this message. Your password stays as it is.',
      ],
      link: { label: 'Choose a new password', path: '/account/reset-password', token: true },
    },
    email_changed: {
      subject: 'The e-mail address of your account',
      paragraphs: [
        '{change}',
        'If this was you, no action is needed. If not, change your password and contact the operators of {site} now.',
      ],
      link: { label: 'Account security', path: '/account/security' },
      words: {
        change: {
          requested:
            'Someone asked to change the address of your account at {site} to {address}. It changes when someone opens the link in the e-mail to the new address and confirms it.',
          changed:
            'The address of your account at {site} was changed to {address}. This address gets no more messages.',
        },
      },
    },
    report_decided: {
      subject: 'Your report about “{title}”',
      paragraphs: ['{outcome}', 'Thank you for helping to keep {site} safe.'],
      words: {
        outcome: {
          upheld:
            'A moderator has looked at your report about the mod “{title}” and agrees with it.',
          dismissed:
            'A moderator has looked at your report about the mod “{title}” and found that it does not break the rules.',
        },
      },
    },
    report_outcome: {
      greeting: 'Hello,',
      subject: 'Your report about “{title}”',
      paragraphs: ['{outcome}', 'Thank you for helping to keep {site} safe.'],
      words: {
        outcome: {
          upheld:
            'A moderator has looked at your report about the mod “{title}” and agrees with it.',
          dismissed:
            'A moderator has looked at your report about the mod “{title}” and found that it does not break the rules.',
        },
      },
      footer:
        'You get this one message because someone entered this address with a report at {site}. The report no longer contains the address.',
    },
    mod_report_upheld: {
      subject: 'A report about your mod “{title}”',
      paragraphs: ['{outcome}', "You can read the moderator's reason on the page of the report."],
      link: { label: 'Read the decision', path: '/account/reports/{report}' },
      words: {
        outcome: {
          upheld:
            'Someone reported your mod “{title}” ({reason}), and a moderator agrees. You can appeal once, within 180 days; another moderator then decides.',
          confirmed:
            'Another moderator has looked at your appeal about the mod “{title}” ({reason}). The decision stands, and it is final.',
          overturned:
            'Another moderator agrees with your appeal about the mod “{title}” ({reason}). The report no longer counts.',
        },
        reason: {
          malware: 'malware',
          stolen: "someone else's work",
          illegal: 'illegal content',
          other: 'another reason',
        },
      },
    },
    export_ready: {
      subject: 'Your data is ready',
      paragraphs: [
        'The copy of your data that you requested at {site} is ready. You can download it for 7 days.',
        'If you did not request it, change your password and contact the operators of {site} now.',
      ],
      link: { label: 'Download your data', path: '/account/export' },
    },
    deletion_requested: {
      subject: 'Your account will be deleted',
      paragraphs: [
        'You requested the deletion of your account at {site}. It will be deleted on {due}.',
        'All browsers were signed out. Keys, tokens and approvals of applications no longer work.',
        'To keep the account, sign in before that day and cancel the deletion. If you did not request it, do this now and change your password.',
      ],
      link: { label: 'Keep the account', path: '/account/delete' },
    },
    account_deleted: {
      subject: 'Your account was deleted',
      paragraphs: [
        'Your account at {site} was deleted. This cannot be undone. We removed your name, your address, your password and your second factor.',
        'This is the last message to this address.',
      ],
    },
    webhook_disabled: {
      subject: 'Your webhook to {host} was disabled',
      paragraphs: [
        'Your webhook to {host} failed too often: {site} gave up {count} deliveries in a row, with several attempts each. So we disabled it, and {host} gets no more events.',
        'The dashboard shows the last responses. Fix the receiver, send it a test, and enable the webhook again. Events from the time in between are not sent.',
      ],
      link: { label: 'Open the webhook', path: '/dashboard/webhooks/{webhookId}' },
    },
    ...FACTOR_NOTICES.en,
    ...PUBLISHER_NOTICES.en,
    ...MODERATION_NOTICES.en,
  },
};
