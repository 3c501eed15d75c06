/** The header that says to the desk whose device this is. */
export const DEVICE_HEADER = 'x-device';
