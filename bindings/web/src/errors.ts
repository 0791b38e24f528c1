/** A call was refused, or the module cannot be used. */
export class IshiError extends Error {
  /** One of `constants`, such as `constants.STALE_HANDLE`; 0 if no call was refused. */
  readonly code: number;
  /** The id, count or place that the code's comment in ishi/c_api.h names. */
  readonly where: number;

  constructor(message: string, code = 0, where = 0) {
    super(message);
    this.name = 'IshiError';
    this.code = code;
    this.where = where;
  }
}
