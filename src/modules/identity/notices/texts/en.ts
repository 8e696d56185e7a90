import type { NoticeLanguage } from '../notice.js';
import { FACTOR_NOTICES } from './second-factors.js';

const ROLE = {
  owner: 'owner',
  maintainer: 'maintainer',
  publisher: 'publisher',
  reviewer: 'reviewer',
};

/** Messages in English. */
export const NOTICES_EN: NoticeLanguage = {
  greeting: 'Hello {recipient},',
  footer:
    'You get this message because you have an account at {site}. It is about a change on {time}.',
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
          ended: 'All other browsers were signed out.',
          kept: 'Other browsers stayed signed in.',
        },
        tokens: {
          ended: 'All personal tokens and API keys were revoked.',
          kept: 'Personal tokens and API keys stayed valid.',
        },
        applications: {
          ended: 'Applications lost their access to your account.',
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
    ...FACTOR_NOTICES.en,
  },
};
