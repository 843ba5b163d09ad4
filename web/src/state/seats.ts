// The seats of this browser: the secret by which each is taken again.
import { remembered } from "./remembered";

const seatsKept = 30;

const all = () => remembered.read<[string, string][]>("seats", []);

export const seatToken = (code: string): string | undefined => all().find(([room]) => room === code)?.[1];
export const lastSeat = (): string | undefined => all().at(-1)?.[0];
export const forgetSeat = (code: string) => remembered.write("seats", all().filter(([room]) => room !== code));
export const keepSeat = (code: string, token: string) => remembered.write("seats", [...all().filter(([room]) => room !== code), [code, token]].slice(-seatsKept));
