/**
 * Loaded into a command of ours before anything else (`node --import`): puts under it the faults that the environment
 * names, and the stand-in for the browser.
 */
import { register } from 'node:module'
import { installClockFault } from './clock-fault.ts'
import { installFsFault } from './fs-fault.ts'
import { FAULTS_VARIABLE, type ProcessFaults } from './process-faults.ts'

const { stub, fs, clock } = JSON.parse(process.env[FAULTS_VARIABLE] ?? '{}') as ProcessFaults
if (stub) register(new URL('./stub-hooks.js', import.meta.url))
if (fs) installFsFault(fs)
if (clock) installClockFault(clock)
