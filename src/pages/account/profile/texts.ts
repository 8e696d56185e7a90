import type { Texts } from '../../kit/index.js';

/** The texts of the page of the profile. */
interface ProfileTexts {
  readonly title: string;
  readonly lead: string;
  readonly saved: string;
  readonly yourPage: string;
  readonly username: string;
  readonly usernameHint: string;
  readonly displayName: string;
  readonly displayNameHint: string;
  readonly displayNameOdd: string;
  readonly bio: string;
  readonly bioHint: string;
  readonly bioOdd: string;
  readonly bioLong: string;
  readonly links: string;
  readonly linksHint: string;
  readonly linksOdd: string;
  readonly linksMany: string;
  readonly who: string;
  readonly open: string;
  readonly openHint: string;
  readonly closed: string;
  readonly closedHint: string;
  readonly language: string;
  readonly languageHint: string;
  readonly save: string;
}

/** The texts by language. */
export const PROFILE_TEXTS: Texts<ProfileTexts> = {
  en: {
    title: 'Profile',
    lead: 'This is what others see about you next to your mods.',
    saved: 'Your profile is saved. Your mods show a new name a few seconds later.',
    yourPage: 'Your public page',
    username: 'Username',
    usernameHint: 'It is part of addresses and cannot be changed.',
    displayName: 'Name',
    displayNameHint: 'Up to 60 characters.',
    displayNameOdd: 'Enter a name of up to 60 characters, without invisible characters.',
    bio: 'About you',
    bioHint: 'Up to 2,000 characters. You can use Markdown.',
    bioOdd: 'Remove the characters that change the reading direction.',
    bioLong: 'The text is too long. Shorten it to 2,000 characters.',
    links: 'Links',
    linksHint: 'Up to five addresses that begin with https://, one per line.',
    linksOdd:
      'Check the links: each needs https:// and a domain, without a port, user name or password.',
    linksMany: 'Remove some links: you can have at most five.',
    who: 'Who sees your profile',
    open: 'Everyone',
    openHint: 'Your mods link to your public page.',
    closed: 'Nobody',
    closedHint: 'Your mods show your name, but your text and your links stay hidden.',
    language: 'Language of e-mails',
    languageHint: 'To change the language of the pages, use the links at the bottom of each page.',
    save: 'Save',
  },
  ru: {
    title: 'Профиль',
    lead: 'Это видят другие рядом с вашими модами.',
    saved: 'Профиль сохранён. Новое имя появится у ваших модов через несколько секунд.',
    yourPage: 'Ваша публичная страница',
    username: 'Имя пользователя',
    usernameHint: 'Оно входит в адреса страниц, поэтому изменить его нельзя.',
    displayName: 'Отображаемое имя',
    displayNameHint: 'До 60 символов.',
    displayNameOdd: 'Введите имя до 60 символов, без невидимых знаков.',
    bio: 'О себе',
    bioHint: 'До 2000 символов. Можно использовать Markdown.',
    bioOdd: 'Уберите символы, которые меняют направление чтения.',
    bioLong: 'Текст слишком длинный. Сократите его до 2000 символов.',
    links: 'Ссылки',
    linksHint: 'До пяти адресов, которые начинаются с https://, по одному в строке.',
    linksOdd: 'Проверьте ссылки: нужны https:// и домен, без порта, имени пользователя и пароля.',
    linksMany: 'Уберите лишние ссылки: можно добавить не больше пяти.',
    who: 'Кто видит ваш профиль',
    open: 'Все',
    openHint: 'У ваших модов есть ссылка на вашу публичную страницу.',
    closed: 'Никто',
    closedHint: 'Моды показывают ваше имя, но текст и ссылки скрыты.',
    language: 'Язык писем',
    languageHint: 'Язык страниц выбирается внизу каждой страницы.',
    save: 'Сохранить',
  },
  de: {
    title: 'Profil',
    lead: 'Das sehen andere neben Ihren Mods über Sie.',
    saved: 'Ihr Profil ist gespeichert. Ihre Mods zeigen einen neuen Namen in wenigen Sekunden.',
    yourPage: 'Ihre öffentliche Seite',
    username: 'Benutzername',
    usernameHint: 'Er ist Teil von Adressen und lässt sich nicht ändern.',
    displayName: 'Name',
    displayNameHint: 'Bis zu 60 Zeichen.',
    displayNameOdd: 'Geben Sie einen Namen mit bis zu 60 Zeichen ein, ohne unsichtbare Zeichen.',
    bio: 'Über Sie',
    bioHint: 'Bis zu 2.000 Zeichen. Sie können Markdown verwenden.',
    bioOdd: 'Entfernen Sie die Zeichen, die die Leserichtung ändern.',
    bioLong: 'Der Text ist zu lang. Kürzen Sie ihn auf 2.000 Zeichen.',
    links: 'Links',
    linksHint: 'Bis zu fünf Adressen, die mit https:// beginnen, eine pro Zeile.',
    linksOdd:
      'Prüfen Sie die Links: Jeder braucht https:// und eine Domain, ohne Port, Benutzername oder Passwort.',
    linksMany: 'Entfernen Sie einige Links: Möglich sind höchstens fünf.',
    who: 'Wer Ihr Profil sieht',
    open: 'Alle',
    openHint: 'Ihre Mods verlinken Ihre öffentliche Seite.',
    closed: 'Niemand',
    closedHint: 'Ihre Mods zeigen Ihren Namen, aber Ihr Text und Ihre Links bleiben verborgen.',
    language: 'Sprache der E-Mails',
    languageHint: 'Die Sprache der Seiten wählen Sie unten auf jeder Seite.',
    save: 'Speichern',
  },
};
