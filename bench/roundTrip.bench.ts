import { roundTrip } from "./roundTrip";

void roundTrip("plain Node.js");
