// The numbers by which Discord knows kinds of things.

export const CHANNEL = { TEXT: 0, DM: 1, PUBLIC_THREAD: 11, PRIVATE_THREAD: 12 };

/** Options of commands. */
export const OPTION = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };

export const COMPONENT = {
  ROW: 1, BUTTON: 2, LIST: 3, USERS: 5, ROLES: 6, MENTIONABLES: 7, CHANNELS: 8, SECTION: 9, TEXT: 10, THUMBNAIL: 11,
  GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17, LABEL: 18, RADIO: 21, CHECKBOXES: 22, CHECKBOX: 23,
};

export const STYLE = { LINK: 5, PREMIUM: 6 };

/** The notice that a thread was opened, among the kinds of messages. */
export const THREAD_OPENED = 18;
