/** The topic of the one recurring job that has notices sent by mail. */
export const NOTICE_MAILS = 'notices.mail';
export const NOTICE_MAILS_KEY = 'all';
