/** The header that says to the desk whose device this is. */
export const DEVICE_HEADER = 'x-device';

/** The header that says to a page's router that the requested page opens without a network: it then leaves for it. */
export const DRAWN_OFFLINE = 'x-drawn-offline';
